#include "engine/query/cards/places.h"

#include "engine/query/cards/characteristics.h"

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

namespace {

/// The number of the card that an event is about, and whether it must exist before the event.
struct EventCard {
  std::uint32_t number = 0;
  bool must_exist = false;
};

std::optional<EventCard> eventCardOf(schema::Event::Reader event) {
  const auto existing = [](std::uint32_t number) { return EventCard{.number = number, .must_exist = true}; };
  switch (event.which()) {
    case schema::Event::CARD_TURNED:
      return existing(event.getCardTurned().getCard());
    case schema::Event::CARD_FLIPPED:
      return existing(event.getCardFlipped().getCard());
    case schema::Event::CARD_ATTACHED:
      return existing(event.getCardAttached().getCard());
    case schema::Event::CARD_DETACHED:
      return existing(event.getCardDetached().getCard());
    case schema::Event::CONTROL_CHANGED:
      return existing(event.getControlChanged().getCard());
    case schema::Event::CARD_MOVED:  // brings a card back
      return EventCard{.number = event.getCardMoved().getCard()};
    case schema::Event::CARD_CEASED:
      return EventCard{.number = event.getCardCeased().getCard()};
    case schema::Event::CARD_PLAYED:
      return EventCard{.number = event.getCardPlayed().getCard()};
    case schema::Event::ABILITY_ACTIVATED: {
      const std::uint32_t card = event.getAbilityActivated().getCard();
      if (card == 0) return std::nullopt;  // of an ability that the player has
      return EventCard{.number = card};
    }
    case schema::Event::TRAIT_TRIGGERED:
      return EventCard{.number = event.getTraitTriggered().getCard()};
    case schema::Event::ATTACK_DECLARED:
      return EventCard{.number = event.getAttackDeclared().getCard()};
    case schema::Event::REPLACED:
      return EventCard{.number = event.getReplaced().getCard()};
    // clang-format off
    case schema::Event::NOTHING: case schema::Event::DECK_REGISTERED: case schema::Event::SHUFFLED:
    case schema::Event::CARDS_DRAWN: case schema::Event::PILE_MOVED: case schema::Event::CARD_CREATED:
    case schema::Event::CARDS_REVEALED: case schema::Event::BEGAN: case schema::Event::ENDED:
    case schema::Event::ACTIVATION_NEGATED: case schema::Event::EFFECT_NEGATED: case schema::Event::ACTIVATION_RESOLVED:
    case schema::Event::CHANGE_BEGAN: case schema::Event::CHANGE_ENDED: case schema::Event::VALUE_CHANGED:
    case schema::Event::COUNTER_PLACED: case schema::Event::COUNTER_REMOVED: case schema::Event::NUMBER_CHOSEN:
    case schema::Event::NAME_CHOSEN: case schema::Event::TARGETS_CHOSEN: case schema::Event::RANDOM_OUTCOME:
    case schema::Event::CONCEDED: case schema::Event::GAME_ENDED: case schema::Event::OBSERVED:
    case schema::Event::RULING_GIVEN: case schema::Event::REWOUND: case schema::Event::CORRECTED:
    case schema::Event::OBLIGATION_WAIVED: case schema::Event::PENALTY_GIVEN: case schema::Event::TIME_EXTENDED:
    case schema::Event::NOTE: case schema::Event::TOLD: case schema::Event::SKIPPED:
      // clang-format on
      break;  // about no card, or about several
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> cardOf(schema::Event::Reader event) {
  const auto card = eventCardOf(event);
  return card ? std::optional(card->number) : std::nullopt;
}

bool hasItsCards(const State& before, schema::Event::Reader event) {
  const auto card = eventCardOf(event);
  if (!card) return true;
  const auto exists = [&](std::uint32_t number) {
    return before.cardOf(number) != kNone && before.cards[before.cardOf(number)].exists();
  };
  if (event.isCardAttached()) {
    const Entity host = event.getCardAttached().getHost();
    if (host != 0 && kindOf(host) == EntityKind::card && !exists(numberOf(host))) return false;
  }
  return card->must_exist ? exists(card->number) : before.cardOf(card->number) != kNone;
}

bool ceasesOutOfPlay(const State& state, const Ruleset& ruleset, const Card& card) {
  return isCreated(state, ruleset, card) && ruleset.isOn(RuleSwitch::created_cease_out_of_play);
}

}  // namespace docket
