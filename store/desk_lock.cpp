#include "store/desk_lock.h"

#include <fmt/format.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "events/errors.h"

namespace docket {
namespace {

using detail::FileLock;

constexpr std::string_view kBeforeAddress = ", ";

std::filesystem::path lockOf(const std::filesystem::path& archive) { return deskFolder(archive) / "LOCK"; }

/// The beginning of the text that the process writes into the lock.
std::string ownMark() { return fmt::format("process {}", ::getpid()); }

[[noreturn]] void refuse(const std::filesystem::path& archive) {
  const std::string holder = FileLock::textIn(lockOf(archive));
  throw EnvironmentError(fmt::format("{}: docket desk is running on it{}: do this there, or stop it first (Ctrl-C)",
                                     archive.string(), holder.empty() ? "" : fmt::format(" ({})", holder)));
}

FileLock taken(const std::filesystem::path& archive) {
  auto lock = FileLock::take(lockOf(archive));
  if (!lock) refuse(archive);
  return *std::move(lock);
}

}  // namespace

std::filesystem::path deskFolder(const std::filesystem::path& archive) { return archive / "desk"; }

DeskLock::DeskLock(const std::filesystem::path& archive) : lock_(taken(archive)) { lock_.write(ownMark()); }

void DeskLock::writeAddress(std::string_view address) {
  lock_.write(fmt::format("{}{}{}", ownMark(), kBeforeAddress, address));
}

std::string deskAddress(const std::filesystem::path& archive) {
  if (!FileLock::isTaken(lockOf(archive))) return {};
  const std::string holder = FileLock::textIn(lockOf(archive));
  const auto address = holder.find(kBeforeAddress);
  return address == std::string::npos ? std::string() : holder.substr(address + kBeforeAddress.size());
}

void requireNoDesk(const std::filesystem::path& archive) {
  if (!FileLock::isTaken(lockOf(archive))) return;
  const std::string holder = FileLock::textIn(lockOf(archive));
  if (holder == ownMark() || holder.starts_with(ownMark() + ",")) return;
  refuse(archive);
}

}  // namespace docket
