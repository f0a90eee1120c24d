// Processes the games of an archive on all cores. One thread handles a game from beginning to end; nothing about a game
// is shared.
// Invariant: the result depends neither on the number of threads nor on how the work is distributed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace docket {

/// How many threads `docket` uses by default: one per core, at least one.
[[nodiscard]] std::uint32_t threadsOfMachine();

/// Calls `work` once with each number below `count`, on `threads` threads including this one; lower numbers start
/// first. This thread calls `done` regularly with the number of finished calls, to show progress. Returns when all have
/// finished. If `work` throws, no further number is started, and the exception of the lowest number is rethrown; an
/// exception of `done` takes precedence.
void inParallel(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work,
                const std::function<void(std::size_t)>& done = {});

}  // namespace docket
