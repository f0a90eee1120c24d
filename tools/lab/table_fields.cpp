#include "tools/lab/table_fields.h"

#include <fmt/format.h>

#include "engine/query/cards/characteristics.h"
#include "engine/query/evaluation/answer_text.h"
#include "engine/query/stats/amounts.h"
#include "engine/query/stats/stats.h"
#include "tools/words/words.h"

namespace docket::lab {
namespace {

using FieldKind = TableField::Kind;

std::string seatWord(Seat seat) { return seat == 0 ? std::string("nobody") : fmt::format("P{}", seat); }

std::string entityWord(const State& state, Entity subject) {
  return kindOf(subject) == EntityKind::game ? "the game" : expression::entityText(state, subject);
}

std::string statWords(const State& state, const Rules& rules, Entity subject, const std::string& name) {
  const StatIndex stat = rules.ruleset.stat(name);
  if (stat == kUnbound) return {};
  const StatReading reading = readStat(state, rules, subject, stat);
  switch (reading.kind) {
    case StatReading::Kind::known:
      return std::to_string(reading.amount);
    case StatReading::Kind::absent:
      return "absent";
    case StatReading::Kind::unknown:
      return "unknown";
  }
  return {};
}

std::string entityValueWords(const State& state, const Rules& rules, Entity subject, const std::string& name) {
  for (const EntityValue& value : state.values) {
    if (value.subject != subject || valueName(state, rules.ruleset, value.key) != name) continue;
    return value.known ? std::to_string(value.amount) : "unknown";
  }
  return {};
}

std::string joinedNames(const std::vector<std::string_view>& names) {
  std::string text;
  for (const auto name : names) text += (text.empty() ? "" : ", ") + clipped(name);
  return text;
}

std::string characteristicWords(const State& state, const Rules& rules, Entity subject, Characteristic which) {
  const auto reading = readCharacteristics(state, rules, subject, which);
  return reading.known ? joinedNames(namesThatHold(reading))
                       : joinedNames(namesThatHold(reading)) + " and what is not known";
}

std::string countersOf(const State& state, Entity subject) {
  std::string text;
  for (const Counter& counter : state.counters) {
    if (counter.subject != subject || counter.amount == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counter.amount,
                        clipped(state.vocabulary->names.text(counter.name)));
  }
  return text;
}

std::string cardField(const State& state, const Rules& rules, CardIndex index, const TableField& field) {
  const Card& card = state.cards[index];
  if (!card.exists()) return field.kind == FieldKind::zone ? "nowhere" : "";
  const Ruleset& ruleset = rules.ruleset;
  switch (field.kind) {
    case FieldKind::zone:
      return card.zone_player == 0 ? ruleset.zones[card.zone].name
                                   : fmt::format("{} of P{}", ruleset.zones[card.zone].name, card.zone_player);
    case FieldKind::face:
      return card.face == Facing::up ? "up" : "down";
    case FieldKind::orientation:
      return card.orientation < ruleset.orientations.size() ? ruleset.orientations[card.orientation] : "";
    case FieldKind::controller:
      return seatWord(card.controller);
    case FieldKind::host:
      return card.host == kNone ? "nothing" : entityWord(state, card.host);
    case FieldKind::title: {
      const TitleReading title = readTitle(state, ruleset, index);
      return title.known ? clipped(title.title) : "unknown";
    }
    case FieldKind::types:
      return fmt::format("{} | {} | {}", characteristicWords(state, rules, index, Characteristic::supertype),
                         characteristicWords(state, rules, index, Characteristic::type),
                         characteristicWords(state, rules, index, Characteristic::subtype));
    default:
      return {};
  }
}

}  // namespace

std::string fieldWord(const TableField& field) {
  switch (field.kind) {
    case FieldKind::zone:
      return "zone";
    case FieldKind::face:
      return "face";
    case FieldKind::orientation:
      return "orientation";
    case FieldKind::controller:
      return "controller";
    case FieldKind::host:
      return "attached to";
    case FieldKind::title:
      return "title";
    case FieldKind::types:
      return "types";
    case FieldKind::keywords:
      return "keywords";
    case FieldKind::counters:
      return "counters";
    case FieldKind::stat:
    case FieldKind::value:
      return clipped(field.name);
  }
  return {};
}

std::string readField(const State& state, const Rules& rules, Entity subject, const TableField& field) {
  const Entity index = state.subjectOf(subject);
  if (kindOf(subject) == EntityKind::card && index == kNone) return field.kind == FieldKind::zone ? "nowhere" : "";
  if (field.kind == FieldKind::stat) return statWords(state, rules, index, field.name);
  if (field.kind == FieldKind::value) return entityValueWords(state, rules, index, field.name);
  if (field.kind == FieldKind::keywords) return characteristicWords(state, rules, index, Characteristic::keyword);
  if (field.kind == FieldKind::counters) return countersOf(state, index);
  return state.isCard(index) ? cardField(state, rules, index, field) : std::string{};
}

void askNames(const State& state, const Rules& rules, CardIndex card) {
  for (const Characteristic one :
       {Characteristic::supertype, Characteristic::type, Characteristic::subtype, Characteristic::keyword}) {
    static_cast<void>(readCharacteristics(state, rules, card, one));
  }
  static_cast<void>(readTitle(state, rules.ruleset, card));
}

std::string subjectWords(const State& state, const Rules& rules, Entity subject) {
  const Entity index = state.subjectOf(subject);
  if (kindOf(subject) != EntityKind::card || !state.isCard(index)) {
    return kindOf(subject) == EntityKind::card ? fmt::format("#{}", numberOf(subject)) : entityWord(state, subject);
  }
  const TitleReading title = readTitle(state, rules.ruleset, index);
  const std::string word = entityWord(state, index);
  return title.known && !title.title.empty() ? fmt::format("{} {}", clipped(title.title), word) : "card " + word;
}

}  // namespace docket::lab
