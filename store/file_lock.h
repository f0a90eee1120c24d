// The lock of a file: held by one holder at a time, and free again when that process ends, however it ends. So a file
// with a free lock is what somebody has left.
#pragma once

#include <filesystem>
#include <optional>

namespace docket::detail {

class FileLock {
 public:
  /// Takes the lock of a file, which is made where there is none; nothing where somebody has it. Throws
  /// EnvironmentError where the file can be neither made nor opened.
  [[nodiscard]] static std::optional<FileLock> take(const std::filesystem::path& path);
  /// Whether somebody has the lock of that file, if there is one.
  [[nodiscard]] static bool isTaken(const std::filesystem::path& path);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int file) : file_(file) {}
  int file_ = -1;
};

}  // namespace docket::detail
