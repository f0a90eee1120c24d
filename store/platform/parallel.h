// Work on the games of an archive by all cores. A game is one thread's from its beginning to its end; nothing of a game
// is shared.
// Invariant: what comes out does not depend on how many threads there are, nor on which took what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace docket {

/// How many threads `docket` uses by default: one per core, at least one.
[[nodiscard]] std::uint32_t threadsOfMachine();

/// Calls `work` with each number below `count`, once, by `threads` threads, this one among them; lower numbers are
/// begun first. `done` is called by this thread from time to time with how many are done, to show progress. Ends when
/// all are done. If `work` throws, no further number is begun, and the exception of the lowest number is thrown on;
/// what `done` throws comes first.
void inParallel(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work,
                const std::function<void(std::size_t)>& done = {});

}  // namespace docket
