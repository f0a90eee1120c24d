#include "store/backup/restoring.h"

#include <fmt/format.h>

#include <optional>

#include "events/errors.h"
#include "store/platform/directories.h"
#include "store/platform/file_lock.h"
#include "store/platform/status.h"

namespace docket {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLock = "RESTORING";

void requirePlace(const fs::path& target) {
  if (!detail::isThere(target)) return;
  if (!detail::isDirectory(target) || !detail::namesIn(target).empty())
    throw BadInput(
        fmt::format("{}: this directory is not empty: a backup is restored into a new or an empty directory, so that "
                    "nothing is overwritten",
                    target.string()));
}

/// The directory next to the target; the remains of an interrupted restore there are removed first.
class RestoreDirectory {
 public:
  explicit RestoreDirectory(const fs::path& target) : path_(fs::absolute(target).lexically_normal()) {
    if (path_.filename().empty()) path_ = path_.parent_path();
    path_ += ".restoring";
    if (detail::isThere(path_) && !fs::exists(path_ / kLock) && !detail::namesIn(path_).empty())
      throw BadInput(fmt::format("{}: exists but was not made by docket; move it away", path_.string()));
    if (const auto status = detail::makeDirectories(path_); !status.ok())
      throw EnvironmentError(
          fmt::format("{}: cannot create the directory: {}; create the one above it, or give this "
                      "user access",
                      path_.string(), status.ToString()));
    lock_ = detail::FileLock::take(path_ / kLock);
    if (!lock_)
      throw EnvironmentError(fmt::format("{}: another process is restoring there; wait until it ends", path_.string()));
    removeAllButTheLock();
  }
  RestoreDirectory(const RestoreDirectory&) = delete;
  RestoreDirectory& operator=(const RestoreDirectory&) = delete;
  ~RestoreDirectory() {
    if (path_.empty()) return;
    try {
      removeAllButTheLock();
      const auto leftovers = detail::namesIn(path_);
      if (leftovers.size() > 1 || (leftovers.size() == 1 && leftovers.front() != kLock))
        return;  // the lock still shows the owner
      detail::FileLock::remove(path_ / kLock);
      detail::removeEmpty(path_);
    } catch (const std::exception&) {  // the disk cannot be read: the next restore removes it
      return;
    }
  }

  [[nodiscard]] const fs::path& path() const { return path_; }

  /// Call once. On return the archive is at `target`, even after a power cut. Until it is moved, the lock shows which
  /// process owns it.
  void become(const fs::path& target) {
    constexpr auto kActivity = "restoring it";
    detail::require(detail::move(path_, target), target, kActivity);
    const auto synced = detail::syncDirectory(fs::absolute(target).lexically_normal().parent_path());
    // If it is moved back, it can be restored again, as the message advises.
    if (!synced.ok() && detail::move(target, path_).ok()) detail::fail(synced, target, kActivity);
    path_.clear();
    detail::FileLock::remove(target / kLock);
    if (!synced.ok())
      throw EnvironmentError(
          fmt::format("{}: the backup was restored and is intact, but a power cut could undo that: {}; check "
                      "the disk, then copy the archive",
                      target.string(), synced.ToString()));
  }

 private:
  void removeAllButTheLock() const {
    for (const auto& name : detail::namesIn(path_))
      if (name != kLock) detail::removeAll(path_ / name);
  }

  fs::path path_;
  std::optional<detail::FileLock> lock_;
};

}  // namespace

CheckReport restore(const Backups& backups, std::uint32_t number, const fs::path& target,
                    const std::function<void(const Game&)>& also, std::chrono::milliseconds silence,
                    const std::function<void(const CheckReport&)>& progress) {
  requirePlace(target);
  RestoreDirectory directory(target);
  backups.extract(number, directory.path());
  auto report = check(directory.path(), also, silence, progress);
  if (report.whole()) directory.become(target);
  return report;
}

}  // namespace docket
