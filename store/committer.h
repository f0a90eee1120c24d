// Group commit: writes that come while the disk is being synced wait together and share the next sync.
// The first one that waits commits for all; the others sleep.
// Invariant: a write returns only after the log that holds it was synced, and ACKNOWLEDGED tells of it. After a write
// that failed on the disk it is not known what the disk has, so no further write is taken until the archive is opened
// anew, which looks.
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

/// What one sync makes durable.
struct Group {
  rocksdb::WriteBatch batch;
  std::vector<Acknowledgement> lines;
  Totals totals;
  std::set<std::uint32_t> games;             // whose events are added in it
  std::set<std::string, std::less<>> begun;  // ids of the games that are new in it
};

class Committer {
 public:
  /// Adds a write to a group, or gives false where it needs what the group already holds to be committed first.
  /// Throws, before it has changed anything, where the write is refused. Never runs twice at the same time.
  using Prepare = std::function<bool(Group&)>;

  explicit Committer(const Database& database);
  /// Commits the write that `prepare` adds; durable when it returns. From any thread.
  void commit(const Prepare& prepare);
  /// Puts everything into RocksDB's tables and begins ACKNOWLEDGED anew.
  void flush();

 private:
  struct Waiting {
    const Prepare& prepare;
    std::condition_variable turn;
    std::exception_ptr error;
    bool done = false;
  };
  void commitTogether(const std::vector<Waiting*>& together);
  void write(Group& group);
  void refuseAfterFailure() const;

  const Database& database_;
  std::mutex mutex_;
  std::deque<Waiting*> queue_;
  // What follows is the committing thread's; the mutex is taken between one and the next.
  Totals totals_;
  Acknowledged acknowledged_;
  std::string failure_;  // empty: none yet
};

}  // namespace docket::detail
