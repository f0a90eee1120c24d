#include "store/restoring.h"

#include <fmt/format.h>
#include <rocksdb/env.h>

#include <memory>
#include <system_error>

#include "events/errors.h"
#include "store/file_lock.h"
#include "store/status.h"

namespace docket {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLock = "RESTORING";

void requirePlace(const fs::path& target) {
  std::error_code error;
  if (!fs::exists(target, error)) return;
  if (!fs::is_directory(target, error) || !fs::is_empty(target, error))
    throw BadInput(
        fmt::format("{}: this is not empty: a backup is restored into a new or an empty directory, so that "
                    "nothing is overwritten",
                    target.string()));
}

/// The directory beside the place; what an interrupted restoring left there is removed first.
class Beside {
 public:
  explicit Beside(const fs::path& target) : path_(fs::absolute(target).lexically_normal()) {
    if (path_.filename().empty()) path_ = path_.parent_path();
    path_ += ".restoring";
    std::error_code error;
    if (fs::exists(path_, error) && !fs::exists(path_ / kLock, error) && !fs::is_empty(path_, error))
      throw BadInput(fmt::format("{}: this is in the way, and not of docket; move it away", path_.string()));
    fs::create_directories(path_, error);
    if (error)
      throw EnvironmentError(
          fmt::format("{}: cannot create the directory: {}; create the one above it, or give this "
                      "user access",
                      path_.string(), error.message()));
    lock_ = detail::FileLock::take(path_ / kLock);
    if (!lock_)
      throw EnvironmentError(fmt::format("{}: another process restores there; wait until it ends", path_.string()));
    for (const auto& entry : fs::directory_iterator(path_))
      if (entry.path().filename() != kLock) fs::remove_all(entry.path());
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }

  [[nodiscard]] const fs::path& path() const { return path_; }

  /// Once: it stands at `target` when this returns, also after a power cut.
  void become(const fs::path& target) {
    fs::remove(path_ / kLock);
    fs::rename(path_, target);
    path_.clear();
    std::unique_ptr<rocksdb::Directory> above;
    const auto parent = fs::absolute(target).lexically_normal().parent_path();
    detail::require(rocksdb::Env::Default()->NewDirectory(parent.string(), &above), target, "restoring it");
    detail::require(above->Fsync(), target, "restoring it");
  }

 private:
  fs::path path_;
  std::optional<detail::FileLock> lock_;
};

}  // namespace

CheckReport restore(const Backups& backups, std::uint32_t number, const fs::path& target,
                    const std::function<void(const Game&)>& also, std::chrono::milliseconds silence,
                    const std::function<void(const CheckReport&)>& progress) {
  requirePlace(target);
  Beside beside(target);
  backups.extract(number, beside.path());
  auto report = check(beside.path(), also, silence, progress);
  if (report.whole()) beside.become(target);
  return report;
}

}  // namespace docket
