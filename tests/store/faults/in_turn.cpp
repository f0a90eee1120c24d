#include "tests/store/faults/in_turn.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace docket::faults {

namespace {

thread_local bool is_background = false;
thread_local bool is_the_plans = false;
std::atomic<pid_t> plans_thread = 0;

/// True if that thread is blocked, according to Linux. A runnable one that waits for a processor is not.
bool isAsleep(pid_t thread) {
  std::ifstream file(fmt::format("/proc/self/task/{}/stat", thread));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto after_name = text.rfind(')');
  return after_name == std::string::npos || text.compare(after_name, 3, ") S") == 0;
}

class JumpingClock : public rocksdb::SystemClockWrapper {
 public:
  using SystemClockWrapper::SystemClockWrapper;
  [[nodiscard]] const char* Name() const override { return "JumpingClock"; }
  std::uint64_t NowMicros() override {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(SystemClockWrapper::NowMicros()) + clockOffsetMicros());
  }
  std::uint64_t NowNanos() override { return NowMicros() * 1000; }
  /// RocksDB does before it goes on after what has failed, with its waiters woken: they go first, as far as they come.
  void SleepForMicroseconds(int /*micros*/) override { Background::ofProcess().giveWay(); }
};

class EnvironmentInTurn : public rocksdb::EnvWrapper {
 public:
  explicit EnvironmentInTurn(const std::shared_ptr<rocksdb::FileSystem>& files)
      : EnvWrapper(rocksdb::NewCompositeEnv(files)) {
    system_clock_ = std::make_shared<JumpingClock>(rocksdb::SystemClock::Default());
  }
  [[nodiscard]] const char* Name() const override { return "EnvironmentInTurn"; }
  void Schedule(void (*function)(void*), void* argument, Priority priority, void* tag, void (*undo)(void*)) override {
    Background::ofProcess().add({.function = function,
                                 .argument = argument,
                                 .tag = tag,
                                 .undo = undo,
                                 .between_steps = priority != Priority::HIGH});
  }
  int UnSchedule(void* tag, Priority /*priority*/) override { return Background::ofProcess().takeBack(tag); }
  void SetBackgroundThreads(int /*number*/, Priority /*priority*/) override {}
  int GetBackgroundThreads(Priority /*priority*/) override { return 1; }
  void IncBackgroundThreadsIfNeeded(int /*number*/, Priority /*priority*/) override {}
};

}  // namespace

Background& Background::ofProcess() {
  static Background* background = nullptr;  // its thread outlives everything
  static const int kWatched = ::pthread_atfork(nullptr, nullptr, [] {
    // A process that is made of this one has no such thread, and what it has of its lock may be held forever.
    is_background = false;
    background = nullptr;
    if (is_the_plans) plans_thread = ::gettid();
  });
  (void)kWatched;
  if (background == nullptr) background = new Background;
  return *background;
}

void Background::add(const Work& work) {
  const std::unique_lock lock(mutex_);
  (work.between_steps ? put_off_ : waiting_).push_back(work);
  if (!std::exchange(begun_, true)) std::thread([this] { run(); }).detach();
  changed_.notify_all();
}

int Background::takeBack(const void* tag) {
  std::vector<Work> taken;
  {
    const std::unique_lock lock(mutex_);
    for (auto* queue : {&waiting_, &put_off_}) {
      std::copy_if(queue->begin(), queue->end(), std::back_inserter(taken),
                   [&](const Work& w) { return w.tag == tag; });
      std::erase_if(*queue, [&](const Work& work) { return work.tag == tag; });
    }
    changed_.notify_all();
  }
  for (const auto& work : taken)
    if (work.undo != nullptr) work.undo(work.argument);
  return static_cast<int>(taken.size());
}

void Background::waitUntilIdle() {
  // Counts looks at which the thread sleeps, not time: on a busy machine it may wait long for a processor, and a thread
  // that overtook it would make its calls in another order. Only a lock lets it sleep; the disk is memory.
  constexpr std::chrono::milliseconds kBetweenLooks{2};
  constexpr int kLooks = 25;
  if (is_background) return;
  std::unique_lock lock(mutex_);
  if (is_the_plans) is_waited_for_ = true;
  const auto idle = [&] { return waiting_.empty() && !busy_; };
  for (int asleep = 0; asleep < kLooks && !changed_.wait_for(lock, kBetweenLooks, idle);)
    asleep = busy_ && isAsleep(thread_) ? asleep + 1 : 0;
  if (!idle()) ++overtakings_;
  if (is_the_plans) is_waited_for_ = false;
}

void Background::giveWay() const {
  constexpr std::chrono::milliseconds kBetweenLooks{1};
  constexpr int kLooks = 25;
  if (!is_background || plans_thread == 0) return;
  for (int asleep = 0; asleep < kLooks && !is_waited_for_; std::this_thread::sleep_for(kBetweenLooks))
    asleep = isAsleep(plans_thread) ? asleep + 1 : 0;
}

void becomeThePlansThread() {
  is_the_plans = true;
  plans_thread = ::gettid();
}

void waitForTurn() {
  constexpr std::chrono::microseconds kBetweenLooks{20};
  auto& background = Background::ofProcess();
  if (!is_background && !is_the_plans && plans_thread != 0)
    while (background.is_waited_for_ || !isAsleep(plans_thread)) std::this_thread::sleep_for(kBetweenLooks);
  background.waitUntilIdle();
}

void Background::workBetweenSteps() {
  constexpr int kMaxTimes = 8;  // RocksDB tries forever to compact a table that is damaged
  std::unique_lock lock(mutex_);
  for (int time = 0;; ++time) {
    changed_.wait(lock, [&] { return waiting_.empty() && !busy_; });
    if (put_off_.empty() || time == kMaxTimes) return;
    waiting_.swap(put_off_);
    changed_.notify_all();
  }
}

void Background::run() {
  is_background = true;
  std::unique_lock lock(mutex_);
  thread_ = ::gettid();
  for (;;) {
    changed_.wait(lock, [&] { return !waiting_.empty(); });
    const Work work = waiting_.front();
    waiting_.pop_front();
    busy_ = true;
    lock.unlock();
    work.function(work.argument);
    lock.lock();
    busy_ = false;
    changed_.notify_all();
  }
}

std::atomic<std::int64_t>& clockOffsetMicros() {
  static std::atomic<std::int64_t> offset = 0;
  return offset;
}

std::unique_ptr<rocksdb::Env> environmentInTurn(const std::shared_ptr<rocksdb::FileSystem>& files) {
  return std::make_unique<EnvironmentInTurn>(files);
}

}  // namespace docket::faults
