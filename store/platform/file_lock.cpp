#include "store/platform/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "events/errors.h"

namespace docket::detail {

namespace {

struct flock wholeFile() {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

/// True if the open file is still the one at `path`: a process that took it for a leftover may have removed it.
bool isStillAt(int file, const std::filesystem::path& path) {
  struct stat open_one = {}, there = {};
  return ::fstat(file, &open_one) == 0 && ::stat(path.c_str(), &there) == 0 && open_one.st_ino == there.st_ino &&
         open_one.st_dev == there.st_dev;
}

}  // namespace

bool lockWhole(int file) {
  auto whole = wholeFile();
  return ::fcntl(file, F_OFD_SETLK, &whole) == 0;
}

std::optional<FileLock> FileLock::take(const std::filesystem::path& path) {
  std::error_code ignored;  // the error names the file
  std::filesystem::create_directories(path.parent_path(), ignored);
  for (;;) {
    FileLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (lock.file_ < 0)
      throw EnvironmentError(fmt::format("{}: cannot be created: {}; give this user access to the directory",
                                         path.string(), std::strerror(errno)));
    if (!lockWhole(lock.file_)) return std::nullopt;
    if (isStillAt(lock.file_, path)) return lock;
  }
}

bool FileLock::isTaken(const std::filesystem::path& path) {
  const FileLock file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.file_ < 0) return false;
  auto whole = wholeFile();
  return ::fcntl(file.file_, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
}

std::string FileLock::textIn(const std::filesystem::path& path) {
  const FileLock file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.file_ < 0) return {};
  std::array<char, 200> text{};
  const auto length = ::pread(file.file_, text.data(), text.size(), 0);
  return {text.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
}

void FileLock::write(std::string_view text) {
  if (::ftruncate(file_, 0) != 0 || ::pwrite(file_, text.data(), text.size(), 0) < 0) return;
}

std::vector<std::filesystem::path> FileLock::filesIn(const std::filesystem::path& directory) {
  std::error_code none;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory, none))
    if (entry.is_regular_file(none)) files.push_back(entry.path());
  return files;
}

void FileLock::remove(const std::filesystem::path& path) noexcept {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  std::filesystem::remove(path.parent_path(), ignored);
}

FileLock::FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace docket::detail
