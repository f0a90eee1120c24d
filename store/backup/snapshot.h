// A snapshot of an archive at one moment, next to it, while others may record: the source of a backup. Its tables are
// links, so it takes no time and little space. To get one, a process
//
//   1. makes snapshots/NAME.wanted in the archive, and has its lock until it is done;
//   2. if nobody records, records for a moment and makes snapshots/NAME itself; else waits for the process that
//      records, which looks for such files several times a second (snapshot_answers.h) and makes snapshots/NAME, or
//      says in snapshots/NAME.refused why it cannot;
//   3. reads it, and removes it and the file.
//
// Invariant: it contains everything that was acknowledged before it was requested. A file NAME.wanted with a free lock
// belongs to a process that has ended: the next process removes everything with that name.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "store/platform/file_lock.h"

namespace docket::detail {

inline std::filesystem::path snapshotsPath(const std::filesystem::path& archive) { return archive / "snapshots"; }
inline constexpr const char* kWanted = ".wanted";
inline constexpr const char* kRefused = ".refused";
inline constexpr const char* kRefusing = ".refused.new";  ///< the suffix of an incompletely written refusal
inline constexpr const char* kMaking = ".making";         ///< the suffix of an incomplete snapshot

/// Removes what ended processes have left.
void removeLeftSnapshots(const std::filesystem::path& archive);

class Snapshot {
 public:
  /// Makes a snapshot, or requests one. Throws EnvironmentError if the recording process does not answer within
  /// `patience`, or cannot make one; DamagedArchive if no process records and acknowledged data is missing.
  Snapshot(const std::filesystem::path& archive, std::chrono::milliseconds patience);
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  ~Snapshot();

  /// An archive of its own. The requester may open it to record: it is private to it.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  bool tryMaking();
  void want();

  std::filesystem::path archive_, path_;
  std::optional<FileLock> wanted_;
};

}  // namespace docket::detail
