// Positions of cards in a state: slots and attachments.
// Invariant: pure; the fold (zones.cpp) and the judge (table_check.cpp) use the same functions.
#pragma once

#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// A numbered place in a player's zone; player 0: in a shared zone.
struct Slot {
  ZoneIndex zone = kUnbound;
  Seat player = 0;
  std::int32_t number = -1;  ///< from 0; negative: unspecified
};

/// The card in a slot, other than `but`; kNone if there is none, or if the zone has no slots or its slots hold several
/// cards.
[[nodiscard]] CardIndex inSlot(const State& state, const Ruleset& ruleset, const Slot& slot, CardIndex but);

/// The cards of a zone: of a pile from the bottom, otherwise in the order in which they entered the game.
[[nodiscard]] std::vector<CardIndex> cardsIn(const State& state, const Ruleset& ruleset, ZoneIndex zone, Seat player);

/// True if an entity is that card, or is attached to it, directly or indirectly.
[[nodiscard]] bool isOrIsAttachedTo(const State& state, Entity what, CardIndex card);

/// The zone that a card enters by being attached to a card: if attached cards share the fate of their host, the host's
/// zone in play. kUnbound if it enters none: it is already in play, or its host is not a card in play.
[[nodiscard]] ZoneIndex zoneEnteredByAttaching(const State& state, const Ruleset& ruleset, CardIndex card, Entity host);

/// True if an event assigns card numbers: what it says about these cards is learned once they exist.
[[nodiscard]] inline bool introducesCards(schema::Event::Reader event) {
  return event.isDeckRegistered() || event.isShuffled() || event.isCardCreated();
}

/// The player whose zone a played card enters.
[[nodiscard]] inline Seat zonePlayerOf(schema::Event::CardPlayed::Reader played) {
  return played.getToPlayer() != 0 ? played.getToPlayer() : played.getPlayer();
}

/// True if the cards that an event is about are there before it: its card as the schema requires (eventCardOf()), and
/// the host to which a card is attached. True for an event about no card, or several (a draw).
[[nodiscard]] bool hasItsCards(const State& before, schema::Event::Reader event);

/// True if a card ceases to exist when it is not in play.
[[nodiscard]] bool ceasesOutOfPlay(const State& state, const Ruleset& ruleset, const Card& card);

}  // namespace docket
