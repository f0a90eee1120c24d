#include "store/recorder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "events/errors.h"

namespace docket::detail {

namespace {

constexpr const char* kName = "RECORDER";

// The lock of an open file, and not of a process: a second Archive in one process is refused too.
struct flock wholeFile() {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

}  // namespace

RecorderLock::RecorderLock(const std::filesystem::path& archive) {
  const auto path = archive / kName;
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0)
    throw EnvironmentError(fmt::format("{}: cannot be opened for recording: {}; give this user access to the directory",
                                       archive.string(), std::strerror(errno)));
  auto lock = wholeFile();
  if (::fcntl(file_, F_OFD_SETLK, &lock) != 0) {
    char holder[24] = {};
    const auto length = ::pread(file_, holder, sizeof holder - 1, 0);
    ::close(std::exchange(file_, -1));
    throw EnvironmentError(
        fmt::format("{}: another process is recording into it{}; wait until it ends, or open for reading",
                    archive.string(), length > 0 ? fmt::format(" (process {})", holder) : ""));
  }
  const std::string holder = std::to_string(::getpid());
  // For the message above only: a lock without a number is a lock all the same.
  if (::ftruncate(file_, 0) != 0 || ::pwrite(file_, holder.data(), holder.size(), 0) < 0) return;
}

RecorderLock::RecorderLock(RecorderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

RecorderLock& RecorderLock::operator=(RecorderLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

RecorderLock::~RecorderLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace docket::detail
