#include "engine/rules/event_meaning.h"

namespace docket {
namespace {

using Event = schema::Event;

/// The kinds of names that stand in a happening's `name` and `kind`.
std::vector<schema::NameKind> namesOf(Event::Which which) {
  using K = schema::NameKind;
  switch (which) {
    case Event::DECK_REGISTERED:
    case Event::SHUFFLED:
    case Event::CARDS_DRAWN:
    case Event::CARD_CREATED:
      return {K::ZONE};
    case Event::CARD_MOVED:
      return {K::REASON, K::ZONE};
    case Event::CARD_TURNED:
      return {K::ORIENTATION};
    case Event::CARD_ATTACHED:
      return {K::ATTACHMENT};
    case Event::CARD_PLAYED:
      return {K::METHOD, K::ZONE};
    case Event::ABILITY_ACTIVATED:
      return {K::DESIGNATOR, K::ABILITY};
    case Event::REPLACED:
      return {K::PERMISSION};
    case Event::BEGAN:
    case Event::ENDED:
      return {K::PERIOD_NAME, K::PERIOD};
    case Event::VALUE_CHANGED:
      return {K::VALUE};
    case Event::COUNTER_PLACED:
    case Event::COUNTER_REMOVED:
      return {K::COUNTER};
    case Event::NUMBER_CHOSEN:
      return {K::CHOICE};
    case Event::GAME_ENDED:
      return {K::ENDING};
    default:
      return {};
  }
}

}  // namespace

bool isOfGame(Event::Which which) {
  switch (which) {
    case Event::NOTHING:
    case Event::OBSERVED:
    case Event::RULING_GIVEN:
    case Event::REWOUND:
    case Event::CORRECTED:
    case Event::OBLIGATION_WAIVED:
    case Event::PENALTY_GIVEN:
    case Event::TIME_EXTENDED:
    case Event::NOTE:
      return false;
    default:
      return true;
  }
}

EventMeaning meaningOf(Event::Which which) {
  EventMeaning meaning{.of_game = isOfGame(which), .names = namesOf(which)};
  switch (which) {
    case Event::CARD_CREATED:
      meaning.it_after = true;
      break;
    case Event::VALUE_CHANGED:
    case Event::COUNTER_PLACED:
    case Event::COUNTER_REMOVED:
      meaning.it = meaning.subject = meaning.amount = true;
      break;
    case Event::ABILITY_ACTIVATED:
      meaning.it = meaning.that = meaning.amount = meaning.use = true;
      break;
    case Event::CARD_ATTACHED:
    case Event::CARD_PLAYED:
    case Event::ATTACK_DECLARED:
    case Event::REPLACED:
      meaning.it = meaning.that = true;
      break;
    case Event::TRAIT_TRIGGERED:
      meaning.it = meaning.that = meaning.use = true;
      break;
    case Event::CARD_MOVED:
    case Event::CARD_CEASED:
    case Event::CARD_TURNED:
    case Event::CARD_FLIPPED:
    case Event::CARD_DETACHED:
    case Event::CONTROL_CHANGED:
    case Event::ACTIVATION_NEGATED:
    case Event::EFFECT_NEGATED:
    case Event::ACTIVATION_RESOLVED:
      meaning.it = true;
      break;
    case Event::BEGAN:
      meaning.that = true;
      break;
    case Event::CARDS_DRAWN:
    case Event::NUMBER_CHOSEN:
      meaning.amount = true;
      break;
    case Event::TOLD:
      meaning.that = meaning.amount = true;
      break;
    default:
      break;
  }
  return meaning;
}

}  // namespace docket
