// The lock for recording into an archive: held by one process, and in it by one Archive. A process that holds it only
// briefly marks it so, and others wait. RocksDB's own lock is not enough: it is taken when RocksDB is opened, after the
// archive's own checks.
#pragma once

#include <filesystem>

namespace docket::detail {

/// The name of the lock's file in an archive.
inline constexpr const char* kRecorderName = "RECORDER";

/// True if a process records into the archive.
[[nodiscard]] bool isRecordedInto(const std::filesystem::path& archive);

class RecorderLock {
 public:
  RecorderLock() = default;
  enum class Hold : bool { until_closed, briefly };
  /// Takes the lock. Throws EnvironmentError with the number of the owning process if it is taken, unless only briefly.
  /// While a desk runs on the archive (desk_lock.h), others get the lock for a moment only.
  RecorderLock(const std::filesystem::path& archive, Hold how_long);
  RecorderLock(RecorderLock&& other) noexcept;
  RecorderLock& operator=(RecorderLock&& other) noexcept;
  ~RecorderLock();

 private:
  int file_ = -1;
};

}  // namespace docket::detail
