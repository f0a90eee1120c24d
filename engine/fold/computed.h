// What follows from continuous traits, and from what is attached: entries of the ledger that are computed, never
// recorded. Traits apply while their card is in play, and out of play to their own card alone, unless they say where
// they apply. Where the ruleset says so, what is printed as a modifier on an attached card is a bonus of its host. A
// trait can feed another one (a granted keyword, a raised stat), so they are computed again and again against the
// result of the round before, beginning with none, until a round changes nothing. Traits that never settle undo
// themselves: they are a cycle, which has no effect and is a finding (judge.h).
// Invariant: the result depends on the facts of the state alone, so a keyframe and a full fold agree.
#pragma once

#include <cstdint>

#include "engine/state/state.h"

namespace docket {

class Fold;

/// How many rounds a chain of traits that feed each other may take beyond the first; a longer one counts as a cycle.
inline constexpr std::uint32_t kMostRounds = 64;

/// Computes State::computed anew, and the controllers that traits decide.
void refreshComputed(State& state, const Rules& rules);
/// The same at the end of an event: notes the cards whose entries changed.
void foldComputed(Fold& fold);

}  // namespace docket
