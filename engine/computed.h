// What follows from continuous traits, and from what is attached: entries of the ledger that are computed, never
// recorded. Traits apply while their card is in play, and out of play to their own card alone, unless they say where
// they apply. Where the ruleset says so, what is printed as a modifier on an attached card is a bonus of its host. A
// trait can feed another one (a granted keyword, a raised stat), so they are computed again and again against the
// result of the round before, beginning with none, until a round changes nothing. Traits that never settle undo
// themselves: they are a cycle, which has no effect and is a finding (judge.h).
// Invariant: the result depends on the facts of the state alone, so a keyframe and a full fold agree.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state.h"

namespace docket {

class Fold;

/// How many rounds a chain of traits that feed each other may take beyond the first; a longer one counts as a cycle.
inline constexpr std::uint32_t kMostRounds = 64;

/// Whether anything can be computed: by continuous traits of cards, by those of the rules that something was given,
/// or by what is attached. Otherwise a fold costs nothing of it.
bool computes(const State& state, const Rules& rules);

/// Computes State::computed anew, and the controllers that traits decide.
void refreshComputed(State& state, const Rules& rules);
/// The same at the end of an event: notes the cards whose entries changed.
void foldComputed(Fold& fold);

/// Entries in the form of computed ones: sorted, linked by subject. `names`: what Entry::what of them names.
ComputedEntries linked(std::vector<Entry> entries, std::vector<std::string_view> names);

/// Whether an entry came before another one. Of a trait and of what began with the event by which its card came, the
/// trait's is the older.
bool isOlder(const Entry& one, const Entry& other);

/// Whether two entries are the same one, perhaps with another amount: of the same event and place, about the same.
bool isSame(const Entry& one, const Entry& other);

}  // namespace docket
