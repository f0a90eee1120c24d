#include "store/backup/snapshot.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <set>
#include <string>

#include "events/errors.h"
#include "store/database.h"
#include "store/format.h"
#include "store/platform/directories.h"
#include "store/platform/file_system_seam.h"
#include "store/platform/status.h"
#include "store/recorder_lock.h"

namespace docket::detail {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kBetweenLooks{20};

fs::path with(const fs::path& path, const char* ending) { return path.string() + ending; }

std::string fileText(const fs::path& path) {
  std::string text;
  const auto status = rocksdb::ReadFileToString(fileSystem().get(), path.string(), &text);
  return status.ok() ? text : status.ToString();
}

/// Removes everything of a snapshot, and the directory of snapshots if it was the last one.
void removeSnapshot(const fs::path& path) noexcept {
  for (const auto* ending : {"", kMaking, kRefused, kRefusing}) removeAll(with(path, ending));
  FileLock::remove(with(path, kWanted));
  removeEmpty(path.parent_path());
}

}  // namespace

void removeLeftSnapshots(const fs::path& archive) {
  std::set<std::string> names;
  const auto add = [&](const std::string& file) { names.insert(file.substr(0, file.find('.'))); };
  for (const auto& file : FileLock::filesIn(snapshotsPath(archive))) add(file.filename().string());
  for (const auto& file : namesIn(snapshotsPath(archive))) add(file);
  for (const auto& name : names) {
    const auto path = snapshotsPath(archive) / name;
    if (!name.empty() && !FileLock::isTaken(with(path, kWanted))) removeSnapshot(path);
  }
}

Snapshot::Snapshot(const fs::path& archive, std::chrono::milliseconds patience) : archive_(archive) {
  requireArchive(archive_);
  removeLeftSnapshots(archive_);
  want();
  try {
    const auto until = timeNow() + patience;
    for (;;) {
      if (isThere(path_) || (!isRecordedInto(archive_) && tryMaking())) return;
      if (isThere(with(path_, kRefused)))
        throw EnvironmentError(fmt::format("{}: the process that records cannot make a snapshot: {}", archive_.string(),
                                           fileText(with(path_, kRefused))));
      if (timeNow() > until)
        throw EnvironmentError(fmt::format(
            "{}: the process that records did not answer for {:g} seconds; check whether it is busy, or an older "
            "program without backups: then end it and run this command again",
            archive_.string(), std::chrono::duration<double>(patience).count()));
      waitFor(kBetweenLooks);
    }
  } catch (...) {
    removeSnapshot(path_);
    throw;
  }
}

Snapshot::~Snapshot() { removeSnapshot(path_); }

void Snapshot::want() {
  static std::atomic<unsigned> made = 0;
  while (!wanted_) {
    path_ = snapshotsPath(archive_) / fmt::format("{}-{}", ::getpid(), made++);
    if (const auto status = makeDirectories(path_.parent_path()); !status.ok())
      throw EnvironmentError(fmt::format("{}: cannot create the directory: {}; give this user access to the archive",
                                         path_.parent_path().string(), status.ToString()));
    wanted_ = FileLock::take(with(path_, kWanted));
  }
}

/// Returns false if another process has begun to record first.
bool Snapshot::tryMaking() {
  try {
    const Database database(archive_, Access::record_briefly);
    database.copyTo(with(path_, kMaking));
  } catch (const EnvironmentError&) {
    if (isRecordedInto(archive_)) return false;
    throw;
  }
  require(move(with(path_, kMaking), path_), archive_, "making a snapshot of it");
  return true;
}

}  // namespace docket::detail
