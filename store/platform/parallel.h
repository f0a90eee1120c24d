// Processes the games of an archive on all cores. One thread handles a game from beginning to end; nothing about a game
// is shared.
// Invariant: the result depends neither on the number of threads nor on how the work is distributed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace docket {

/// How many threads `docket` uses by default: one per core, at least one.
[[nodiscard]] std::uint32_t threadsOfMachine();

/// Calls `work` once with each number below `count`, on `threads` threads including this one; lower numbers start
/// first. This thread calls `done` regularly with the number of finished calls, to show progress. Returns when all have
/// finished. If `work` throws, no further number is started, and the exception of the lowest number is rethrown; an
/// exception of `done` takes precedence.
void inParallel(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work,
                const std::function<void(std::size_t)>& done = {});

/// Like inParallel(), but also gives `show`, on this thread, the result of each number as soon as those of all lower
/// numbers have been shown.
template <class Result>
void inParallelAndInOrder(std::size_t count, std::size_t threads, const std::function<Result(std::size_t)>& work,
                          const std::function<void(Result)>& show, const std::function<void(std::size_t)>& done) {
  std::mutex finishing;  // guards results
  std::vector<std::optional<Result>> results(count);
  std::size_t shown = 0;
  const auto take_next = [&] {
    const std::lock_guard lock(finishing);
    return shown == count ? std::nullopt : std::exchange(results[shown], std::nullopt);
  };
  const auto show_ready = [&] {
    for (auto next = take_next(); next; next = take_next()) {
      ++shown;
      show(std::move(*next));
    }
  };
  const auto finish = [&](std::size_t number) {
    Result result = work(number);
    const std::lock_guard lock(finishing);
    results[number].emplace(std::move(result));
  };
  inParallel(count, threads, finish, [&](std::size_t finished) {
    show_ready();
    done(finished);
  });
  show_ready();
}

}  // namespace docket
