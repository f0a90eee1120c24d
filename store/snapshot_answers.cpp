#include "store/snapshot_answers.h"

#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include "store/database.h"
#include "store/snapshot.h"

namespace docket::detail {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kBetweenLooks{100};

}  // namespace

SnapshotAnswers::SnapshotAnswers(const Database& database) : database_(database), thread_([this] { run(); }) {}

SnapshotAnswers::~SnapshotAnswers() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void SnapshotAnswers::run() {
  removeLeftSnapshots(database_.path());
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, kBetweenLooks, [this] { return ends_; })) {
    lock.unlock();
    answerAll();
    lock.lock();
  }
}

void SnapshotAnswers::answerAll() const {
  std::error_code none;
  std::vector<fs::path> wanted;
  for (const auto& entry : fs::directory_iterator(snapshotsPath(database_.path()), none))
    if (entry.path().extension() == kWanted && FileLock::isTaken(entry.path())) wanted.push_back(entry.path());
  for (auto& path : wanted) answer(path.replace_extension());
}

void SnapshotAnswers::answer(const fs::path& snapshot) const {
  const auto refused = snapshot.string() + kRefused;
  if (fs::exists(snapshot) || fs::exists(refused)) return;
  const auto making = snapshot.string() + kMaking;
  std::error_code ignored;
  try {
    fs::remove_all(making, ignored);
    database_.copyTo(making);
    fs::rename(making, snapshot);
  } catch (const std::exception& error) {
    fs::remove_all(making, ignored);
    std::ofstream(refused + ".new", std::ios::binary) << error.what();
    fs::rename(refused + ".new", refused, ignored);
  }
}

}  // namespace docket::detail
