#include "engine/query/cards/places.h"

#include "engine/query/cards/characteristics.h"
#include "events/event_card.h"

namespace docket {

CardIndex inSlot(const State& state, const Ruleset& ruleset, const Slot& slot, CardIndex but) {
  if (slot.zone == kUnbound || slot.number < 0) return kNone;
  const Zone& zone = ruleset.zones[slot.zone];
  if (zone.kind != schema::Zone::Kind::SLOTS || zone.several) return kNone;
  for (const CardIndex index : state.sets.in(slot.zone)) {
    const Card& card = state.cards[index];
    if (index != but && card.zone_player == slot.player && card.slot == slot.number) return index;
  }
  return kNone;
}

std::vector<CardIndex> cardsIn(const State& state, const Ruleset& ruleset, ZoneIndex zone, Seat player) {
  if (ruleset.zones[zone].kind == schema::Zone::Kind::PILE) return state.piles[state.pile(zone, player)];
  std::vector<CardIndex> found;
  for (const CardIndex index : state.sets.in(zone)) {
    if (state.cards[index].zone_player == player) found.push_back(index);
  }
  return found;
}

bool isOrIsAttachedTo(const State& state, Entity what, CardIndex card) {
  for (Entity at = what; state.isCard(at); at = state.cards[at].host) {
    if (at == card) return true;
  }
  return false;
}

ZoneIndex zoneEnteredByAttaching(const State& state, const Ruleset& ruleset, CardIndex card, Entity host) {
  if (ruleset.fate != schema::Attachment::Fate::GOES_TO || card == kNone || !state.isCard(host)) return kUnbound;
  const auto is_in_play = [&](const Card& one) { return one.exists() && ruleset.zones[one.zone].in_play; };
  const bool comes =
      is_in_play(state.cards[host]) && !is_in_play(state.cards[card]) && !isOrIsAttachedTo(state, host, card);
  return comes ? state.cards[host].zone : kUnbound;
}

bool hasItsCards(const State& before, schema::Event::Reader event) {
  const std::optional<EventCard> card = eventCardOf(event);
  if (!card) return true;
  const auto exists = [&](std::uint32_t number) {
    return before.cardOf(number) != kNone && before.cards[before.cardOf(number)].exists();
  };
  if (event.isCardAttached()) {
    const Entity host = event.getCardAttached().getHost();
    if (host != 0 && kindOf(host) == EntityKind::card && !exists(numberOf(host))) return false;
  }
  return card->presence == schema::Presence::EXISTS ? exists(card->number) : before.cardOf(card->number) != kNone;
}

bool ceasesOutOfPlay(const State& state, const Ruleset& ruleset, const Card& card) {
  return isCreated(state, ruleset, card) && ruleset.isOn(RuleSwitch::created_cease_out_of_play);
}

}  // namespace docket
