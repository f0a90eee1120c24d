// Where cards lie, as readings of a state: what fills a slot, what hangs on what.
// Invariant: pure; the fold (zones.cpp) and the judge (table_sense.cpp) ask the same.
#pragma once

#include <optional>

#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// A numbered place of a zone of a player; player 0: of a zone that all share.
struct Slot {
  ZoneIndex zone = kUnbound;
  Seat player = 0;
  std::int32_t number = -1;  ///< from 0; negative: no place in particular
};

/// The card that lies in a slot, other than `but`; kNone where there is none, and where the zone has no slots or its
/// slots hold several.
[[nodiscard]] CardIndex inSlot(const State& state, const Ruleset& ruleset, const Slot& slot, CardIndex but);

/// The cards of a zone: those of a pile from the bottom, others in the order in which they came into the game.
[[nodiscard]] std::vector<CardIndex> cardsIn(const State& state, const Ruleset& ruleset, ZoneIndex zone, Seat player);

/// Whether an entity is that card, or is attached to it, or to what is attached to it.
[[nodiscard]] bool hangsOn(const State& state, Entity what, CardIndex card);

/// The zone into which a card comes by being attached to a card there: where what is attached shares its host's fate it
/// is in play with it. kUnbound where it comes to none: it is in play already, or its host is no card in play.
[[nodiscard]] ZoneIndex comesToHostIn(const State& state, const Ruleset& ruleset, CardIndex card, Entity host);

/// Whether an event gives out card numbers: what it says of these cards is learned when they are there.
[[nodiscard]] inline bool introducesCards(schema::Event::Reader event) {
  return event.isDeckRegistered() || event.isShuffled() || event.isCardCreated();
}

/// The number of the card that an event is of; nothing for an event of none, or of several (a draw).
[[nodiscard]] std::optional<std::uint32_t> cardOf(schema::Event::Reader event);

/// Whether the card that an event is of is there for it. True for an event that is of no card, and for one of several
/// (a draw), each of which is there or not. What is told of a card that ceased to exist needs it only by its number.
[[nodiscard]] bool hasItsCard(const State& before, schema::Event::Reader event);

/// Whether a card ceases to exist when it is not in play.
[[nodiscard]] bool ceasesOutOfPlay(const State& state, const Ruleset& ruleset, const Card& card);

}  // namespace docket
