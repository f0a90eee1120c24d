#include "engine/places.h"

#include "engine/characteristics.h"

namespace docket {

CardIndex inSlot(const State& state, const Ruleset& ruleset, const Slot& slot, CardIndex but) {
  if (slot.zone == kUnbound || slot.number < 0) return kNone;
  const Zone& zone = ruleset.zones[slot.zone];
  if (zone.kind != schema::Zone::Kind::SLOTS || zone.several) return kNone;
  for (CardIndex index = 0; index < state.cards.size(); ++index) {
    const Card& card = state.cards[index];
    if (index != but && card.zone == slot.zone && card.zone_player == slot.player && card.slot == slot.number) {
      return index;
    }
  }
  return kNone;
}

std::vector<CardIndex> cardsIn(const State& state, const Ruleset& ruleset, ZoneIndex zone, Seat player) {
  if (ruleset.zones[zone].kind == schema::Zone::Kind::PILE) return state.piles[state.pile(zone, player)];
  std::vector<CardIndex> found;
  for (CardIndex index = 0; index < state.cards.size(); ++index) {
    const Card& card = state.cards[index];
    if (card.zone == zone && card.zone_player == player) found.push_back(index);
  }
  return found;
}

bool hangsOn(const State& state, Entity what, CardIndex card) {
  for (Entity at = what; state.isCard(at); at = state.cards[at].host) {
    if (at == card) return true;
  }
  return false;
}

bool hasItsCard(const State& before, schema::Event::Reader event) {
  using Event = schema::Event;
  const auto known = [&](std::uint32_t number) { return before.cardOf(number) != kNone; };
  const auto there = [&](std::uint32_t number) {
    return known(number) && before.cards[before.cardOf(number)].exists();
  };
  switch (event.which()) {
    case Event::CARD_MOVED:
      return known(event.getCardMoved().getCard());
    case Event::CARD_CEASED:
      return known(event.getCardCeased().getCard());
    case Event::CARD_TURNED:
      return there(event.getCardTurned().getCard());
    case Event::CARD_FLIPPED:
      return there(event.getCardFlipped().getCard());
    case Event::CARD_ATTACHED: {
      const Entity host = event.getCardAttached().getHost();
      return there(event.getCardAttached().getCard()) &&
             (kindOf(host) != EntityKind::card || host == 0 || there(numberOf(host)));
    }
    case Event::CARD_DETACHED:
      return there(event.getCardDetached().getCard());
    case Event::CONTROL_CHANGED:
      return there(event.getControlChanged().getCard());
    case Event::CARD_PLAYED:
      return known(event.getCardPlayed().getCard());
    case Event::ABILITY_ACTIVATED: {
      const std::uint32_t card = event.getAbilityActivated().getCard();
      return card == 0 || known(card);
    }
    case Event::TRAIT_TRIGGERED:
      return known(event.getTraitTriggered().getCard());
    case Event::ATTACK_DECLARED:
      return known(event.getAttackDeclared().getCard());
    case Event::REPLACED:
      return known(event.getReplaced().getCard());
    default:
      return true;
  }
}

bool ceasesOutOfPlay(const State& state, const Ruleset& ruleset, const Card& card) {
  return ruleset.reads(Reading::created_cease_out_of_play) && isCreated(state, ruleset, card);
}

}  // namespace docket
