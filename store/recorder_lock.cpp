#include "store/recorder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "events/errors.h"
#include "store/desk_lock.h"
#include "store/platform/file_lock.h"

namespace docket::detail {

namespace {

constexpr std::string_view kMoment = "a moment ";  // before the number of a process that holds it only briefly
constexpr std::chrono::milliseconds kMaxWaiting{5'000}, kBetweenTries{10};

/// The text that the process holding the lock wrote into it.
std::string holderOf(int file) {
  std::array<char, 40> holder{};
  const auto length = ::pread(file, holder.data(), holder.size(), 0);
  return {holder.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
}

/// Takes the lock, waiting for a process that holds it only briefly. Returns true on success.
bool takeLock(int file) {
  for (auto waited = std::chrono::milliseconds{0};; waited += kBetweenTries) {
    if (lockWhole(file)) return true;
    if (waited >= kMaxWaiting || !holderOf(file).starts_with(kMoment)) return false;
    std::this_thread::sleep_for(kBetweenTries);
  }
}

}  // namespace

bool isRecordedInto(const std::filesystem::path& archive) { return FileLock::isTaken(archive / kRecorderName); }

RecorderLock::RecorderLock(const std::filesystem::path& archive, Hold how_long) {
  if (how_long == Hold::until_closed) requireNoDesk(archive);
  const auto path = archive / kRecorderName;
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0)
    throw EnvironmentError(fmt::format("{}: cannot be opened for recording: {}; give this user access to the directory",
                                       archive.string(), std::strerror(errno)));
  if (!takeLock(file_)) {
    std::string holder = holderOf(file_);
    if (holder.starts_with(kMoment)) holder.erase(0, kMoment.size());
    ::close(std::exchange(file_, -1));
    throw EnvironmentError(
        fmt::format("{}: another process is recording into it{}; wait until it ends, or open for reading",
                    archive.string(), holder.empty() ? "" : fmt::format(" (process {})", holder)));
  }
  const std::string holder = fmt::format("{}{}", how_long == Hold::briefly ? kMoment : std::string_view{}, ::getpid());
  // Only for the message above: a lock without a number is valid too.
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
