// Completes a typed event after its line was read: the only ability, the only free slot (omitted_parts.h supplies the
// parts of the phrase itself). Internal to the reading of events.
// Invariant: only typed events are filled in; a record is accepted as it is.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/state/state.h"
#include "events/names.h"

namespace docket::notation {

/// The cards before an event, and those that its line reveals.
struct KnownTexts {
  const State& before;
  std::vector<std::pair<std::uint32_t, const Definition*>> revealed{};

  /// The definition of a card, if all of its text is known; null: some of it is not.
  [[nodiscard]] const Definition* of(std::uint32_t number) const;
};

/// Fills in the ability or trait of a card with one, if its text is known; the only free slot among those in which
/// cards usually lie.
void fillImplied(schema::Event::Builder event, const KnownTexts& texts, const Ruleset& ruleset, const Names& names);

/// A card that arrives in a numbered place.
struct SlotArrival {
  std::uint32_t card = 0;
  NameNumber zone = 0;
  Seat player = 0;
  std::int16_t slot = -1;
};
[[nodiscard]] std::optional<SlotArrival> arrivalOf(schema::Event::Reader event);

/// The abilities of a card, from 1, that a use without a number can mean: those of its designator, if it has one. Empty
/// if the text of the card is not fully known, or no ability fits.
[[nodiscard]] std::vector<std::uint16_t> abilitiesMeant(const KnownTexts& texts,
                                                        schema::Event::AbilityActivated::Reader used,
                                                        const Names& names);

}  // namespace docket::notation
