// Work by several threads: each number once, and the same outcome for any number of threads.
#include "store/platform/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace docket::parallel_test {
namespace {

TEST(InParallel, WorksOnEachNumberOnce) {
  for (const std::size_t threads : {1U, 2U, 7U, 100U}) {
    std::vector<int> times(50);
    inParallel(times.size(), threads, [&](std::size_t i) { ++times[i]; });
    EXPECT_EQ(times, std::vector<int>(50, 1)) << threads;
  }
  inParallel(0, 4, [](std::size_t) { FAIL(); });
}

TEST(InParallel, ReportsHowManyAreDone) {
  std::size_t most = 0;
  inParallel(
      20, 1, [](std::size_t) {}, [&](std::size_t done) { most = done; });
  EXPECT_EQ(most, 20U);
}

TEST(InParallel, ShowsResultsInTheOrderOfTheirNumbers) {
  for (const std::size_t threads : {1U, 3U}) {
    std::vector<std::size_t> shown;
    inParallelAndInOrder<std::size_t>(
        100, threads, [](std::size_t i) { return i; }, [&](std::size_t result) { shown.push_back(result); },
        [&](std::size_t done) { EXPECT_LE(shown.size(), done); });
    std::vector<std::size_t> all(100);
    std::iota(all.begin(), all.end(), 0U);
    EXPECT_EQ(shown, all);
  }
}

TEST(InParallel, ThrowsWhatTheLowestNumberThrew) {
  for (const std::size_t threads : {1U, 3U}) {
    std::vector<int> worked(1000);
    try {
      inParallel(worked.size(), threads, [&](std::size_t i) {
        if (i >= 2) throw std::runtime_error(std::to_string(i));
        worked[i] = 1;
      });
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "2");
    }
    EXPECT_EQ(worked[0] + worked[1], 2);
  }
}

/// Progress that throws, like output to a closed pipe.
TEST(InParallel, EndsItsThreadsIfShowingProgressThrows) {
  std::atomic<int> at_work = 0;
  const auto work = [&](std::size_t) {
    ++at_work;
    std::this_thread::yield();
    --at_work;
  };
  const auto show = [](std::size_t) { throw std::runtime_error("nobody reads this"); };
  EXPECT_THROW(inParallel(1'000'000, 3, work, show), std::runtime_error);
  EXPECT_EQ(at_work, 0);
}

}  // namespace
}  // namespace docket::parallel_test
