#include "store/snapshot.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "events/errors.h"
#include "store/database.h"
#include "store/format.h"

namespace docket::detail {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kBetweenLooks{20};

fs::path with(const fs::path& path, const char* ending) { return path.string() + ending; }

std::string textOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool isRecordedInto(const fs::path& archive) { return FileLock::isTaken(archive / "RECORDER"); }

}  // namespace

void removeLeftSnapshots(const fs::path& archive) {
  std::error_code ignored;
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(snapshotsPath(archive), ignored)) {
    const auto file = entry.path().filename().string();
    names.insert(file.substr(0, file.find('.')));
  }
  for (const auto& name : names) {
    const auto path = snapshotsPath(archive) / name;
    if (FileLock::isTaken(with(path, kWanted))) continue;
    for (const auto* ending : {"", kMaking, kRefused, ".refused.new", kWanted})
      fs::remove_all(with(path, ending), ignored);
  }
  fs::remove(snapshotsPath(archive), ignored);  // where it is empty
}

Snapshot::Snapshot(const fs::path& archive, std::chrono::milliseconds patience) : archive_(archive) {
  requireArchive(archive_);
  removeLeftSnapshots(archive_);
  want();
  try {
    using std::chrono::steady_clock;
    const auto until = steady_clock::now() + patience;
    for (;;) {
      if (fs::exists(path_) || (!isRecordedInto(archive_) && tryMaking())) return;
      if (fs::exists(with(path_, kRefused)))
        throw EnvironmentError(fmt::format("{}: the process that records cannot make a snapshot: {}", archive_.string(),
                                           textOf(with(path_, kRefused))));
      if (steady_clock::now() > until)
        throw EnvironmentError(fmt::format(
            "{}: the process that records did not answer for {:g} seconds; look whether it is at work, or an older "
            "program that knows no backups: then end it and run this again",
            archive_.string(), std::chrono::duration<double>(patience).count()));
      std::this_thread::sleep_for(kBetweenLooks);
    }
  } catch (...) {
    remove();
    throw;
  }
}

Snapshot::~Snapshot() { remove(); }

void Snapshot::want() {
  static std::atomic<unsigned> made = 0;
  std::error_code error;
  while (!wanted_) {
    path_ = snapshotsPath(archive_) / fmt::format("{}-{}", ::getpid(), made++);
    fs::create_directories(path_.parent_path(), error);
    if (error)
      throw EnvironmentError(fmt::format("{}: cannot create the directory: {}; give this user access to the archive",
                                         path_.parent_path().string(), error.message()));
    wanted_ = FileLock::take(with(path_, kWanted));
  }
}

/// Gives false where another process has begun to record first.
bool Snapshot::tryMaking() {
  try {
    const Database database(archive_, Access::record_briefly);
    database.copyTo(with(path_, kMaking));
  } catch (const EnvironmentError&) {
    if (isRecordedInto(archive_)) return false;
    throw;
  }
  fs::rename(with(path_, kMaking), path_);
  return true;
}

void Snapshot::remove() noexcept {
  std::error_code ignored;
  for (const auto* ending : {"", kMaking, kRefused, kWanted}) fs::remove_all(with(path_, ending), ignored);
  fs::remove(snapshotsPath(archive_), ignored);
}

}  // namespace docket::detail
