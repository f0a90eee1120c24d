#include "engine/rules/event_meaning.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "engine/rules/document_error.h"
#include "events/payload_names.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

/// What the events of a payload can provide besides an actor, a bit each (EventMeaning).
enum EventPart : unsigned { kIt = 1, kItAfter = 2, kSubject = 4, kThat = 8, kAmount = 16, kUse = 32 };

constexpr EventClass kAct{.of_game = true, .changes_readings = true, .done_by_people = true};
constexpr EventClass kGame{.of_game = true, .changes_readings = true};
constexpr EventClass kRecord{.changes_readings = true};
constexpr EventClass kRemark{};

/// The row of a payload: its class, the parts that its events can have, and the kinds of names that can be in an event
/// context's `name` and `kind` or, for `told`, in its `statement`.
struct EventRow {
  EventClass of;
  unsigned parts;
  std::array<std::optional<schema::NameKind>, 2> names;
};

constexpr EventRow rowOf(schema::Event::Which which) {
  using schema::Event;
  using K = schema::NameKind;
  switch (which) {
    // clang-format off
    case Event::NOTHING:             return {kRecord, 0,                            {}};
    case Event::DECK_REGISTERED:     return {kGame,   0,                            {K::ZONE}};
    case Event::SHUFFLED:            return {kGame,   0,                            {K::ZONE}};
    case Event::CARDS_DRAWN:         return {kAct,    kAmount,                      {K::ZONE}};
    case Event::CARD_MOVED:          return {kAct,    kIt,                          {K::REASON, K::ZONE}};
    case Event::PILE_MOVED:          return {kGame,   0,                            {}};
    case Event::CARD_CREATED:        return {kAct,    kItAfter,                     {K::ZONE}};
    case Event::CARD_CEASED:         return {kGame,   kIt,                          {}};
    case Event::CARDS_REVEALED:      return {kGame,   0,                            {}};
    case Event::CARD_TURNED:         return {kGame,   kIt,                          {K::ORIENTATION}};
    case Event::CARD_FLIPPED:        return {kGame,   kIt,                          {}};
    case Event::CARD_ATTACHED:       return {kAct,    kIt | kThat,                  {K::ATTACHMENT}};
    case Event::CARD_DETACHED:       return {kGame,   kIt,                          {}};
    case Event::CONTROL_CHANGED:     return {kGame,   kIt,                          {}};
    case Event::BEGAN:               return {kAct,    kThat,                        {K::PERIOD_NAME, K::PERIOD}};
    case Event::ENDED:               return {kGame,   0,                            {K::PERIOD_NAME, K::PERIOD}};
    case Event::CARD_PLAYED:         return {kAct,    kIt | kThat,                  {K::METHOD, K::ZONE}};
    case Event::ABILITY_ACTIVATED:   return {kAct,    kIt | kThat | kAmount | kUse, {K::DESIGNATOR, K::ABILITY}};
    case Event::ACTIVATION_NEGATED:  return {kGame,   kIt,                          {}};
    case Event::EFFECT_NEGATED:      return {kGame,   kIt,                          {}};
    case Event::ACTIVATION_RESOLVED: return {kAct,    kIt,                          {}};
    case Event::TRAIT_TRIGGERED:     return {kAct,    kIt | kThat | kUse,           {}};
    case Event::ATTACK_DECLARED:     return {kAct,    kIt | kThat,                  {}};
    case Event::CHANGE_BEGAN:        return {kGame,   0,                            {}};
    case Event::CHANGE_ENDED:        return {kGame,   0,                            {}};
    case Event::VALUE_CHANGED:       return {kAct,    kIt | kSubject | kAmount,     {K::VALUE}};
    case Event::COUNTER_PLACED:      return {kGame,   kIt | kSubject | kAmount,     {K::COUNTER}};
    case Event::COUNTER_REMOVED:     return {kGame,   kIt | kSubject | kAmount,     {K::COUNTER}};
    case Event::NUMBER_CHOSEN:       return {kAct,    kAmount,                      {K::CHOICE}};
    case Event::NAME_CHOSEN:         return {kGame,   0,                            {}};
    case Event::TARGETS_CHOSEN:      return {kGame,   0,                            {}};
    case Event::RANDOM_OUTCOME:      return {kGame,   0,                            {}};
    case Event::CONCEDED:            return {kAct,    0,                            {}};
    case Event::GAME_ENDED:          return {kGame,   0,                            {K::ENDING}};
    case Event::OBSERVED:            return {kRemark, 0,                            {}};
    case Event::RULING_GIVEN:        return {kRemark, 0,                            {}};
    case Event::REWOUND:             return {kRecord, 0,                            {}};
    case Event::CORRECTED:           return {kRecord, 0,                            {}};
    case Event::OBLIGATION_WAIVED:   return {kRemark, 0,                            {}};
    case Event::PENALTY_GIVEN:       return {kRemark, 0,                            {}};
    case Event::TIME_EXTENDED:       return {kRemark, 0,                            {}};
    case Event::NOTE:                return {kRemark, 0,                            {}};
    case Event::REPLACED:            return {kGame,   kIt | kThat,                  {K::PERMISSION}};
    case Event::TOLD:                return {kGame,   kThat | kAmount,              {K::TOLD}};
    case Event::SKIPPED:             return {kRecord, 0,                            {}};
      // clang-format on
  }
  return {kGame, 0, {}};  // of a newer schema
}

}  // namespace

PayloadSet payloadsOf(capnp::List<capnp::Text>::Reader names) {
  PayloadSet acts = 0;
  for (const auto name : names) {
    const auto which = payloadNamed(view(name));
    if (!which)
      throw BadValue(name.begin(), fmt::format("unknown event {}{}", docket::quoted(view(name)),
                                               didYouMean(view(name), payloadNames())));
    acts |= payloadBit(*which);
  }
  return acts;
}

std::vector<std::string> namesOfPayloads(PayloadSet acts) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < payloadNames().size(); ++i) {
    if ((acts >> i & 1U) != 0) names.emplace_back(payloadNames()[i]);
  }
  return names;
}

EventClass classOf(schema::Event::Which which) { return rowOf(which).of; }

EventMeaning meaningOf(schema::Event::Which which) {
  const EventRow row = rowOf(which);
  const auto has = [&](EventPart part) { return (row.parts & part) != 0; };
  EventMeaning meaning{.it = has(kIt),
                       .it_after = has(kItAfter),
                       .subject = has(kSubject),
                       .that = has(kThat),
                       .amount = has(kAmount),
                       .use = has(kUse),
                       .names = {}};
  for (const auto& kind : row.names) {
    if (kind) meaning.names.push_back(*kind);
  }
  return meaning;
}

}  // namespace docket
