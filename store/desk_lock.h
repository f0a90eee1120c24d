// The lock of a desk: while one runs on an archive, only its process records games and rulings into it. Others may
// still take the recorder's lock for a moment (recorder_lock.h), as a backup does.
// Invariant: the lock ends with the process, even if it crashes; the folder of the desk's drafts stays.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "store/platform/file_lock.h"

namespace docket {

class DeskLock {
 public:
  /// Takes the lock of an existing archive. Throws EnvironmentError if another desk runs on it.
  explicit DeskLock(const std::filesystem::path& archive);

  /// Writes the desk's address for others that find the lock taken.
  void writeAddress(std::string_view address);

 private:
  detail::FileLock lock_;
};

/// The folder of an archive that belongs to its desk. An archive without a desk has none.
[[nodiscard]] std::filesystem::path deskFolder(const std::filesystem::path& archive);

/// The address of the desk that runs on an archive; empty if there is none.
[[nodiscard]] std::string deskAddress(const std::filesystem::path& archive);

/// Throws EnvironmentError with its address if the desk of another process runs on the archive.
void requireNoDesk(const std::filesystem::path& archive);

}  // namespace docket
