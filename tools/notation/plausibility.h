// Refuses typed events that are possible but hardly meant: a slot that is taken, a life far below 0, an unknown way to
// play. Braces confirm that it is meant. Internal to the reading of events.
// Invariant: only typed events are checked; a record is accepted as it is.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/state/state.h"
#include "events/names.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// The cards before an event, and those that its line reveals.
struct KnownTexts {
  const State& before;
  std::vector<std::pair<std::uint32_t, const Definition*>> revealed{};

  /// The definition of a card, if all of its text is known; null: some of it is not.
  [[nodiscard]] const Definition* of(std::uint32_t number) const;
};

/// Fills in what a typed event can only mean: the ability or trait of a card with one, if its text is known; the only
/// free slot among those in which cards usually lie.
void fillImplied(schema::Event::Builder event, const KnownTexts& texts, const Ruleset& ruleset, const Names& names);

/// Throws a Mistake with suggestions if the line hardly means this event. `names`: of the event.
void requirePlausible(const Cursor& line, schema::Event::Reader event, const KnownTexts& texts, const Rules& rules,
                      const Names& names);

}  // namespace docket::notation
