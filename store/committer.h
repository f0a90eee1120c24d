// Group commit: writes that arrive during a disk sync wait together and share the next sync. The first waiting writer
// commits for all; the others sleep.
// Invariant: a write returns only after the log that holds it was synced and ACKNOWLEDGED records it. After a failed
// write the content of the disk is unknown, so no further write is accepted until the archive is reopened, which checks
// it.
#pragma once

#include <rocksdb/write_batch.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "store/database.h"
#include "store/platform/acknowledged.h"

namespace docket::detail {

/// The writes that one sync makes durable.
struct CommitGroup {
  rocksdb::WriteBatch batch;
  std::vector<Acknowledgement> lines;
  Totals totals;
  std::set<std::uint32_t> games;             // games that it adds events to
  std::set<std::string, std::less<>> begun;  // ids of the games that it creates
};

class Committer {
 public:
  /// Adds a write to a group, or returns false if the group must be committed first because the write depends on it.
  /// Throws before any change if the write is refused. Never runs concurrently.
  using Prepare = std::function<bool(CommitGroup&)>;

  explicit Committer(const Database& database);
  /// Commits the write that `prepare` adds; durable on return. Thread-safe.
  void commit(const Prepare& prepare);
  /// Flushes everything into RocksDB's tables and restarts ACKNOWLEDGED.
  void flush();

 private:
  struct QueuedWrite {
    const Prepare& prepare;
    std::condition_variable turn;
    std::exception_ptr error;
    bool done = false;
  };
  void commitTogether(const std::vector<QueuedWrite*>& together);
  void write(CommitGroup& group);
  void refuseAfterFailure() const;

  const Database& database_;
  std::mutex mutex_;
  std::deque<QueuedWrite*> queue_;
  // The following members belong to the committing thread; the mutex is taken between two committing threads.
  Totals totals_;
  Acknowledged acknowledged_;
  std::string failure_;  // empty: no failure yet
};

}  // namespace docket::detail
