// The recording process's side of snapshots (snapshot.h): a thread that looks for requests and answers them. Requests
// that it cannot see, because the disk does not respond, are not waited for: their processes give up after their
// patience.
// Invariant: recording waits for it only while the log is flushed into tables.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

namespace docket::detail {

class Database;

class SnapshotAnswers {
 public:
  /// Answers for a recording database until destroyed; the database must outlive it.
  explicit SnapshotAnswers(const Database& database);
  SnapshotAnswers(const SnapshotAnswers&) = delete;
  SnapshotAnswers& operator=(const SnapshotAnswers&) = delete;
  ~SnapshotAnswers();

 private:
  void run();
  void answerAll() noexcept;
  void answer(const std::filesystem::path& snapshot) const;

  const Database& database_;
  bool begun_ = false;             // leftovers of ended processes are removed
  std::shared_ptr<void> in_turn_;  // set if a test runs it without a thread
  std::mutex mutex_;               // guards ends_
  std::condition_variable changed_;
  bool ends_ = false;
  std::thread thread_;  // last, so that everything it uses exists
};

}  // namespace docket::detail
