// A file lock: has one holder at a time, and is released when that process ends, even by a crash. A file with a free
// lock is therefore a leftover. Locks are the machine's, even if a test has replaced the archives' file system
// (file_system_seam.h): the locked files are then on the machine's own file system, alone in directories of the same
// paths.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docket::detail {

/// Locks a file that is open for writing; false if it is already locked. The lock belongs to the open file description,
/// not the process: opening the file again in the same process does not give access to it.
[[nodiscard]] bool lockWhole(int file);

class FileLock {
 public:
  /// Takes the lock of a file, which is created if missing, with its directory; empty if it is already held. Throws
  /// EnvironmentError if the file can be neither created nor opened.
  [[nodiscard]] static std::optional<FileLock> take(const std::filesystem::path& path);
  /// True if the lock of that file is held; false if there is no such file.
  [[nodiscard]] static bool isTaken(const std::filesystem::path& path);
  /// The lockable files in a directory, whether or not they are locked.
  [[nodiscard]] static std::vector<std::filesystem::path> filesIn(const std::filesystem::path& directory);
  /// What the holder wrote into the file; empty if nothing, or if there is no such file. At most 200 bytes.
  [[nodiscard]] static std::string textIn(const std::filesystem::path& path);
  /// Replaces the text in the file, which is only for people to read.
  void write(std::string_view text);
  /// Removes a lock file, even if its lock is held, and its directory if that is then empty.
  static void remove(const std::filesystem::path& path) noexcept;

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int file) : file_(file) {}
  int file_ = -1;
};

}  // namespace docket::detail
