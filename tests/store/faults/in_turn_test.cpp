// Threads and RocksDB's work in the background (in_turn.h): no thread overtakes it because it takes long or waits for a
// processor; a thread that it waits for may.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>

#include "tests/store/faults/in_turn.h"

namespace docket::faults::in_turn_test {
namespace {

/// Its thread outlives it.
Background& background() { return *new Background; }

TEST(InTurn, LongWorkIsNotOvertaken) {
  static std::atomic<bool> done;
  done = false;
  Background& work = background();
  work.add({.function = [](void*) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
    while (std::chrono::steady_clock::now() < until) {
    }
    done = true;
  }});
  work.waitUntilIdle();
  EXPECT_TRUE(done);
  EXPECT_EQ(work.overtakings(), 0U);
}

TEST(InTurn, WorkThatWaitsForItsCallerIsOvertaken) {
  static std::mutex asked_for;
  Background& work = background();
  std::unique_lock held(asked_for);
  work.add({.function = [](void*) { const std::lock_guard waits(asked_for); }});
  work.waitUntilIdle();
  EXPECT_EQ(work.overtakings(), 1U);
  held.unlock();
  work.waitUntilIdle();
  EXPECT_EQ(work.overtakings(), 1U);
}

}  // namespace
}  // namespace docket::faults::in_turn_test
