// Positions of cards: moves between zones, entering and leaving a location, face and orientation, attachments.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/fold/fold.h"

namespace docket {

struct Place {
  ZoneIndex zone = kUnbound;
  Seat player = 0;
  std::int32_t slot = -1;  ///< -1: on top or unspecified; -2: at the bottom
  schema::Face face = schema::Face::UNCHANGED;
  std::optional<std::uint8_t> orientation{};  ///< the orientation if the event names none
};
/// The orientation that an event names: kUnbound if the ruleset has no such orientation. Empty if the event names none
/// or the ruleset lists none.
std::optional<std::uint8_t> namedOrientation(const Fold& fold, NameNumber name);
void moveCard(Fold& fold, CardIndex card, const Place& to);
void createCard(Fold& fold, schema::Event::CardCreated::Reader event);
/// Removes a created card that failed to enter play, if by the rules it never existed. Call when its identity is known.
void ceaseUnentered(Fold& fold, schema::Event::CardCreated::Reader event);
void ceaseCard(Fold& fold, CardIndex card);
void ceaseCard(Fold& fold, schema::Event::CardCeased::Reader event);
void flipCard(Fold& fold, CardIndex card, schema::Face face, std::optional<std::uint8_t> orientation);
void turnCard(Fold& fold, CardIndex card, std::uint8_t orientation);
void attachCard(Fold& fold, CardIndex card, Entity host, NameNumber kind);
void detachCard(Fold& fold, CardIndex card);
/// The zone with a name. Throws DamagedArchive if the ruleset has none.
ZoneIndex zoneOf(const Fold& fold, NameNumber name);

}  // namespace docket
