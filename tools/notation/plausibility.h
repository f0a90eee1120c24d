// What a typed event can hardly mean, though it could be recorded: a card in a slot that is taken, a life far below
// nothing, a play in a way that no document knows. Who means it says so in braces. Internal to the reading of events.
// Invariant: what is asked here is only asked of what somebody types; a record is taken as it is.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/state/state.h"
#include "events/names.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// The cards before an event, and what its line says of cards that were unknown.
struct KnownTexts {
  const State& before;
  std::vector<std::pair<std::uint32_t, const Definition*>> revealed{};

  /// What a card says, if all of it is known; null: some of it is not.
  [[nodiscard]] const Definition* of(std::uint32_t number) const;
};

/// Says in a typed event what can only be one thing: the ability or trait of a card that has one, as far as its text is
/// known; the slot, where one is free among those in which cards usually lie.
void fillImplied(schema::Event::Builder event, const KnownTexts& texts, const Ruleset& ruleset, const Names& names);

/// Throws a Mistake with suggestions if the line hardly means this event. `names`: of the event.
void requirePlausible(const Cursor& line, schema::Event::Reader event, const KnownTexts& texts, const Rules& rules,
                      const Names& names);

}  // namespace docket::notation
