// Computes the ledger entries that follow from continuous traits and attachments. They are never recorded. Traits apply
// while their card is in play, and out of play to their own card alone, unless they say where they apply. If the
// ruleset says so, a modifier printed on an attached card is a bonus of its host. A trait can feed another one (a
// granted keyword, a raised stat), so traits are computed in rounds, each against the result of the round before,
// starting from none, until a round changes nothing. Traits that never settle undo themselves: they form a cycle, which
// has no effect and is a finding (judge.h).
// Invariant: the result depends only on the facts of the state, so a keyframe and a full fold agree.
#pragma once

#include <cstdint>

#include "engine/state/state.h"

namespace docket {

class Fold;

/// The most rounds that a chain of traits that feed each other may take beyond the first; a longer chain counts as a
/// cycle.
inline constexpr std::uint32_t kMaxRounds = 64;

/// Recomputes State::computed, and the controllers that traits decide.
void refreshComputed(State& state, const Rules& rules);
/// Calls refreshComputed() at the end of an event, if something that the traits read has changed, and marks the cards
/// whose entries differ.
void foldComputed(Fold& fold);
/// Combines the results of the traits again, because the order of received changes has changed (received_changes.h).
void computeAgain(Fold& fold);

}  // namespace docket
