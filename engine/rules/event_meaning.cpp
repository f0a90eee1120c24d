#include "engine/rules/event_meaning.h"

#include <fmt/format.h>

#include <range/v3/algorithm/find.hpp>

#include "engine/rules/document_error.h"
#include "events/shape.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

/// The kinds of names that are in an event context's `name`, `kind` and `said`.
std::vector<schema::NameKind> nameKinds(schema::Event::Which which) {
  using K = schema::NameKind;
  switch (which) {
    case schema::Event::DECK_REGISTERED:
    case schema::Event::SHUFFLED:
    case schema::Event::CARDS_DRAWN:
    case schema::Event::CARD_CREATED:
      return {K::ZONE};
    case schema::Event::CARD_MOVED:
      return {K::REASON, K::ZONE};
    case schema::Event::CARD_TURNED:
      return {K::ORIENTATION};
    case schema::Event::CARD_ATTACHED:
      return {K::ATTACHMENT};
    case schema::Event::CARD_PLAYED:
      return {K::METHOD, K::ZONE};
    case schema::Event::ABILITY_ACTIVATED:
      return {K::DESIGNATOR, K::ABILITY};
    case schema::Event::REPLACED:
      return {K::PERMISSION};
    case schema::Event::BEGAN:
    case schema::Event::ENDED:
      return {K::PERIOD_NAME, K::PERIOD};
    case schema::Event::VALUE_CHANGED:
      return {K::VALUE};
    case schema::Event::COUNTER_PLACED:
    case schema::Event::COUNTER_REMOVED:
      return {K::COUNTER};
    case schema::Event::NUMBER_CHOSEN:
      return {K::CHOICE};
    case schema::Event::GAME_ENDED:
      return {K::ENDING};
    case schema::Event::TOLD:
      return {K::TOLD};
    // clang-format off
    case schema::Event::NOTHING: case schema::Event::PILE_MOVED: case schema::Event::CARD_CEASED:
    case schema::Event::CARDS_REVEALED: case schema::Event::CARD_FLIPPED: case schema::Event::CARD_DETACHED:
    case schema::Event::CONTROL_CHANGED: case schema::Event::ACTIVATION_NEGATED: case schema::Event::EFFECT_NEGATED:
    case schema::Event::ACTIVATION_RESOLVED: case schema::Event::TRAIT_TRIGGERED: case schema::Event::ATTACK_DECLARED:
    case schema::Event::CHANGE_BEGAN: case schema::Event::CHANGE_ENDED: case schema::Event::NAME_CHOSEN:
    case schema::Event::TARGETS_CHOSEN: case schema::Event::RANDOM_OUTCOME: case schema::Event::CONCEDED:
    case schema::Event::OBSERVED: case schema::Event::RULING_GIVEN: case schema::Event::REWOUND:
    case schema::Event::CORRECTED: case schema::Event::OBLIGATION_WAIVED: case schema::Event::PENALTY_GIVEN:
    case schema::Event::TIME_EXTENDED: case schema::Event::NOTE: case schema::Event::SKIPPED:
      // clang-format on
      break;
  }
  return {};
}

/// The names of all payloads, each at its place in schema::Event::Which.
const std::vector<std::string>& payloadNames() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> all;
    for (const FieldShape* payload : payloadFields()) all.emplace_back(payload->name);
    return all;
  }();
  return kNames;
}

}  // namespace

ActSet actsOf(capnp::List<capnp::Text>::Reader names) {
  const auto& known = payloadNames();
  ActSet acts = 0;
  for (const auto name : names) {
    const auto found = ranges::find(known, textOf(name));
    if (found == known.end()) {
      throw BadValue(name.begin(),
                     fmt::format("unknown event {}{}", docket::quoted(view(name)), didYouMean(view(name), known)));
    }
    acts |= actOf(static_cast<schema::Event::Which>(found - known.begin()));
  }
  return acts;
}

std::vector<std::string> namesOf(ActSet acts) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < payloadNames().size(); ++i) {
    if ((acts >> i & 1U) != 0) names.push_back(payloadNames()[i]);
  }
  return names;
}

EventClass classOf(schema::Event::Which which) {
  using Event = schema::Event;
  switch (which) {
    // clang-format off
    case Event::CARDS_DRAWN: case Event::CARD_MOVED: case Event::CARD_CREATED: case Event::CARD_ATTACHED:
    case Event::BEGAN: case Event::CARD_PLAYED: case Event::ABILITY_ACTIVATED: case Event::ACTIVATION_RESOLVED:
    case Event::TRAIT_TRIGGERED: case Event::ATTACK_DECLARED: case Event::VALUE_CHANGED: case Event::NUMBER_CHOSEN:
    case Event::CONCEDED:
      return {.of_game = true, .changes_readings = true, .done_by_people = true};
    case Event::DECK_REGISTERED: case Event::SHUFFLED: case Event::PILE_MOVED: case Event::CARD_CEASED:
    case Event::CARDS_REVEALED: case Event::CARD_TURNED: case Event::CARD_FLIPPED: case Event::CARD_DETACHED:
    case Event::CONTROL_CHANGED: case Event::ENDED: case Event::ACTIVATION_NEGATED: case Event::EFFECT_NEGATED:
    case Event::CHANGE_BEGAN: case Event::CHANGE_ENDED: case Event::COUNTER_PLACED: case Event::COUNTER_REMOVED:
    case Event::NAME_CHOSEN: case Event::TARGETS_CHOSEN: case Event::RANDOM_OUTCOME: case Event::GAME_ENDED:
    case Event::REPLACED: case Event::TOLD:
      return {.of_game = true, .changes_readings = true};
    case Event::NOTHING: case Event::REWOUND: case Event::CORRECTED: case Event::SKIPPED:
      return {.changes_readings = true};
    case Event::OBSERVED: case Event::RULING_GIVEN: case Event::OBLIGATION_WAIVED: case Event::PENALTY_GIVEN:
    case Event::TIME_EXTENDED: case Event::NOTE:
      return {};
      // clang-format on
  }
  return {.of_game = true, .changes_readings = true};  // of a newer schema
}

EventMeaning meaningOf(schema::Event::Which which) {
  EventMeaning meaning{.of_game = classOf(which).of_game, .names = nameKinds(which)};
  switch (which) {
    case schema::Event::CARD_CREATED:
      meaning.it_after = true;
      break;
    case schema::Event::VALUE_CHANGED:
    case schema::Event::COUNTER_PLACED:
    case schema::Event::COUNTER_REMOVED:
      meaning.it = meaning.subject = meaning.amount = true;
      break;
    case schema::Event::ABILITY_ACTIVATED:
      meaning.it = meaning.that = meaning.amount = meaning.use = true;
      break;
    case schema::Event::CARD_ATTACHED:
    case schema::Event::CARD_PLAYED:
    case schema::Event::ATTACK_DECLARED:
    case schema::Event::REPLACED:
      meaning.it = meaning.that = true;
      break;
    case schema::Event::TRAIT_TRIGGERED:
      meaning.it = meaning.that = meaning.use = true;
      break;
    case schema::Event::CARD_MOVED:
    case schema::Event::CARD_CEASED:
    case schema::Event::CARD_TURNED:
    case schema::Event::CARD_FLIPPED:
    case schema::Event::CARD_DETACHED:
    case schema::Event::CONTROL_CHANGED:
    case schema::Event::ACTIVATION_NEGATED:
    case schema::Event::EFFECT_NEGATED:
    case schema::Event::ACTIVATION_RESOLVED:
      meaning.it = true;
      break;
    case schema::Event::BEGAN:
      meaning.that = true;
      break;
    case schema::Event::CARDS_DRAWN:
    case schema::Event::NUMBER_CHOSEN:
      meaning.amount = true;
      break;
    case schema::Event::TOLD:
      meaning.that = meaning.amount = true;
      break;
    // clang-format off
    case schema::Event::NOTHING: case schema::Event::DECK_REGISTERED: case schema::Event::SHUFFLED:
    case schema::Event::PILE_MOVED: case schema::Event::CARDS_REVEALED: case schema::Event::ENDED:
    case schema::Event::CHANGE_BEGAN: case schema::Event::CHANGE_ENDED: case schema::Event::NAME_CHOSEN:
    case schema::Event::TARGETS_CHOSEN: case schema::Event::RANDOM_OUTCOME: case schema::Event::CONCEDED:
    case schema::Event::GAME_ENDED: case schema::Event::OBSERVED: case schema::Event::RULING_GIVEN:
    case schema::Event::REWOUND: case schema::Event::CORRECTED: case schema::Event::OBLIGATION_WAIVED:
    case schema::Event::PENALTY_GIVEN: case schema::Event::TIME_EXTENDED: case schema::Event::NOTE:
    case schema::Event::SKIPPED:
      // clang-format on
      break;
  }
  return meaning;
}

}  // namespace docket
