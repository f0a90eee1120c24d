#include "store/backup/snapshot_answers.h"

#include <chrono>
#include <string>
#include <vector>

#include "store/backup/snapshot.h"
#include "store/database.h"
#include "store/platform/directories.h"
#include "store/platform/file_system_seam.h"
#include "store/platform/status.h"

namespace docket::detail {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kBetweenAnswers{100};

}  // namespace

SnapshotAnswers::SnapshotAnswers(const Database& database) : database_(database) {
  if (testHooks().run_periodically) {
    in_turn_ = testHooks().run_periodically([this] { answerAll(); });
  } else {
    thread_ = std::thread([this] { run(); });
  }
}

SnapshotAnswers::~SnapshotAnswers() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void SnapshotAnswers::run() {
  std::unique_lock lock(mutex_);
  do {
    lock.unlock();
    answerAll();
    lock.lock();
  } while (!changed_.wait_for(lock, kBetweenAnswers, [this] { return ends_; }));
}

/// Answers the current requests. Ignores a failure of the disk: it may be readable the next time.
void SnapshotAnswers::answerAll() noexcept {
  try {
    if (!begun_) removeLeftSnapshots(database_.path());
    begun_ = true;
    for (auto path : FileLock::filesIn(snapshotsPath(database_.path())))
      if (path.extension() == kWanted && FileLock::isTaken(path)) answer(path.replace_extension());
  } catch (const std::exception&) {
    return;
  }
}

void SnapshotAnswers::answer(const fs::path& snapshot) const {
  const auto refused = snapshot.string() + kRefused;
  if (isThere(snapshot) || isThere(refused)) return;
  const auto making = snapshot.string() + kMaking;
  try {
    removeAll(making);
    database_.copyTo(making);
    require(move(making, snapshot), database_.path(), "making a snapshot of it");
  } catch (const std::exception& error) {
    removeAll(making);
    const auto refusing = snapshot.string() + kRefusing;
    require(rocksdb::WriteStringToFile(fileSystem().get(), error.what(), refusing), database_.path(),
            "refusing a snapshot");
    require(move(refusing, refused), database_.path(), "refusing a snapshot");
  }
}

}  // namespace docket::detail
