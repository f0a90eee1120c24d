// The lock of a file: held by one holder at a time, and free again when that process ends, however it ends. So a file
// with a free lock is what somebody has left. Locks are the machine's, also where a test has put a file system of its
// own under the archives (file_system_seam.h): the files that are locked lie on the machine's then, alone in
// directories of the same paths.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace docket::detail {

/// Locks a file that is open for writing; false if it is already locked. The lock belongs to the open file description,
/// not the process: opening the file again in the same process does not give access to it.
[[nodiscard]] bool lockWhole(int file);

class FileLock {
 public:
  /// Takes the lock of a file, which is made where there is none, with its directory; nothing where somebody has it.
  /// Throws EnvironmentError where the file can be neither made nor opened.
  [[nodiscard]] static std::optional<FileLock> take(const std::filesystem::path& path);
  /// Whether somebody has the lock of that file, if there is one.
  [[nodiscard]] static bool isTaken(const std::filesystem::path& path);
  /// The files in a directory whose locks can be taken, or are.
  [[nodiscard]] static std::vector<std::filesystem::path> filesIn(const std::filesystem::path& directory);
  /// Removes such a file, whoever has its lock, and its directory where that is empty then.
  static void remove(const std::filesystem::path& path) noexcept;

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int file) : file_(file) {}
  int file_ = -1;
};

}  // namespace docket::detail
