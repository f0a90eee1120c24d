// An archive as of one moment, beside it, while others may record: what a backup is made of. Its tables are links, so
// it takes no time and little space. Whoever wants one
//
//   1. makes snapshots/NAME.wanted in the archive, and has its lock until it is done;
//   2. where nobody records, records for a moment and makes snapshots/NAME itself; else waits for the process that
//      records, which looks for such files several times a second (snapshot_answers.h) and makes snapshots/NAME, or
//      says in snapshots/NAME.refused why it cannot;
//   3. reads it, and removes it and the file.
//
// Invariant: everything that was acknowledged before it was asked for is in it. A file NAME.wanted whose lock is free
// is of a process that has ended: whoever comes next removes what has that name.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "store/platform/file_lock.h"

namespace docket::detail {

inline std::filesystem::path snapshotsPath(const std::filesystem::path& archive) { return archive / "snapshots"; }
inline constexpr const char* kWanted = ".wanted";
inline constexpr const char* kRefused = ".refused";
inline constexpr const char* kRefusing = ".refused.new";  ///< the same, not written to its end yet
inline constexpr const char* kMaking = ".making";         ///< of a snapshot that is not whole yet

/// Removes what processes that have ended left of theirs.
void removeLeftSnapshots(const std::filesystem::path& archive);

class Snapshot {
 public:
  /// Makes one, or has it made. Throws EnvironmentError where the process that records does not answer for as long as
  /// `patience`, or cannot make one; DamagedArchive where nobody records and what was acknowledged is not there.
  Snapshot(const std::filesystem::path& archive, std::chrono::milliseconds patience);
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  ~Snapshot();

  /// An archive of its own. Who has asked for it may open it to record: nobody else looks at it.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  bool tryMaking();
  void want();

  std::filesystem::path archive_, path_;
  std::optional<FileLock> wanted_;
};

}  // namespace docket::detail
