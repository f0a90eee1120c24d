// RocksDB's environment with one thread for all its work in the background, which works while the plan's thread waits,
// and a clock that jumps. Background work (compaction) is done between two steps of a plan. So the disk
// sees the same calls in the same order in every run.
// Invariant: the plan's thread does not use the disk while there is work in the background, unless that work waits for
// it; overtakings() counts how often it did. A third thread (RocksDB copies files of a backup in one) uses the disk
// only while the plan's thread waits for it.
#pragma once

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>
#include <rocksdb/system_clock.h>
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

namespace docket::faults {

/// The thread and its work. There is one in a process; it starts with the first work.
class Background {
 public:
  static Background& ofProcess();
  struct Work {
    void (*function)(void*) = nullptr;
    void* argument = nullptr;
    void* tag = nullptr;
    void (*undo)(void*) = nullptr;
    bool between_steps = false;
  };
  void add(const Work& work);
  /// Removes the work added under `tag` that has not begun; returns the number of removed items.
  int takeBack(const void* tag);
  /// Waits until the queue is empty, or until the work is found to be waiting for the caller.
  void waitUntilIdle();
  /// For the thread of that work: returns when the plan's thread waits for it, or for something else.
  void giveWay() const;
  /// Runs all deferred work, and the work that results from it.
  void workBetweenSteps();
  [[nodiscard]] std::uint64_t overtakings() const { return overtakings_; }

 private:
  void run();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Work> waiting_, put_off_;
  bool busy_ = false, begun_ = false;
  pid_t thread_ = 0;  // if busy_, the thread that works
  std::atomic<std::uint64_t> overtakings_ = 0;
  friend void waitForTurn();
  std::atomic<bool> is_waited_for_ = false;  // by the plan's thread
};

/// Marks the calling thread as the plan's thread.
void becomeThePlansThread();
/// Blocks until the calling thread may use the disk.
void waitForTurn();

/// The jump of this process's clock.
std::atomic<std::int64_t>& clockOffsetMicros();

std::unique_ptr<rocksdb::Env> environmentInTurn(const std::shared_ptr<rocksdb::FileSystem>& files);

}  // namespace docket::faults
