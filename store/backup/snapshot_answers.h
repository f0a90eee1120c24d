// The recording process's side of snapshots (snapshot.h): a thread that looks for who wants one, and makes it. Who is
// not answered, as the disk does not say what is there, is not waited for: they give up when their patience ends.
// Invariant: recording does not wait for it, but for the moment in which the log goes into tables.
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
  /// Begins to answer for a database that records, until it is destroyed; the database must outlive it.
  explicit SnapshotAnswers(const Database& database);
  SnapshotAnswers(const SnapshotAnswers&) = delete;
  SnapshotAnswers& operator=(const SnapshotAnswers&) = delete;
  ~SnapshotAnswers();

 private:
  void run();
  void answerAll() noexcept;
  void answer(const std::filesystem::path& snapshot) const;

  const Database& database_;
  bool begun_ = false;             // what others left is removed
  std::shared_ptr<void> in_turn_;  // where a test has it done without a thread
  std::mutex mutex_;               // guards ends_
  std::condition_variable changed_;
  bool ends_ = false;
  std::thread thread_;  // the last, so that what it uses is there
};

}  // namespace docket::detail
