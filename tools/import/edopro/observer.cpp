#include "tools/import/edopro/observer.h"
#include "engine/rules/expression/literals.h"

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>

namespace docket::edopro {
namespace {

bool isStrength(Query::Field field) { return field == Query::attack || field == Query::defense; }

constexpr std::size_t kAttackReading = 0;
constexpr std::size_t kDefenseReading = 1;

}  // namespace

Observer::Observer(Writer& writer, const Rules& rules)
    : writer_(writer),
      rules_(rules),
      readings_{{{.name = "ATK", .field = Query::attack},
                 {.name = "DEF", .field = Query::defense},
                 {.name = "ATK", .field = Query::base_attack, .base = true},
                 {.name = "DEF", .field = Query::base_defense, .base = true},
                 {.name = "Level", .field = Query::level},
                 {.name = "Rank", .field = Query::rank},
                 {.name = "Link", .field = Query::link},
                 {.name = "Left Scale", .field = Query::left_scale},
                 {.name = "Right Scale", .field = Query::right_scale},
                 {.name = "attribute", .field = Query::attribute},
                 {.name = "race", .field = Query::race},
                 {.name = "type", .field = Query::types},
                 {.name = "title", .field = Query::title_code}}} {
  for (WatchedStat& reading : readings_) reading.stat = rules.ruleset.stat(reading.name);
}

std::string Observer::words(const WatchedStat& reading, std::int64_t value) const {
  switch (reading.field) {
    case Query::attribute:
      return attributeWords(static_cast<std::uint64_t>(value));
    case Query::race:
      return raceWords(static_cast<std::uint64_t>(value));
    case Query::types:
      return typeWords(static_cast<std::uint32_t>(value));
    default: {
      const std::string key = std::to_string(value);
      const Definition* definition = rules_.catalogue.find(key);
      return definition != nullptr ? definition->title : key;
    }
  }
}

bool Observer::printedSo(const DuelCard& card, const WatchedStat& reading, std::int64_t value) const {
  const Definition* definition = rules_.catalogue.find(std::to_string(card.code));
  if (reading.field == Query::title_code && value == card.code) return true;
  if (definition == nullptr) return false;
  if (reading.stat != kUnbound) {
    const PrintedStat& printed = definition->stats[reading.stat];
    return printed.kind == schema::PrintedStat::Kind::ABSENT ? value == 0 : printed.amount == value;
  }
  if (reading.field == Query::title_code) return words(reading, value) == definition->title;
  if (reading.field == Query::types) {
    const auto subtypes = subtypeWords(static_cast<std::uint32_t>(value));
    const auto types = cardTypeWords(static_cast<std::uint32_t>(value));
    const auto printed = [&](std::string_view word) { return ranges::contains(definition->subtypes, word); };
    const auto typed = [&](std::string_view word) { return ranges::contains(definition->types, word); };
    // The attribute and the race are subtypes too.
    return std::all_of(subtypes.begin(), subtypes.end(), printed) &&
           subtypes.size() + 2 == definition->subtypes.size() && std::all_of(types.begin(), types.end(), typed) &&
           types.size() == definition->types.size();
  }
  return ranges::contains(definition->subtypes, words(reading, value));
}

bool Observer::isChanged(const DuelCard& card, const WatchedStat& strength, std::int64_t value) const {
  const Definition* definition = rules_.catalogue.find(std::to_string(card.code));
  if (definition == nullptr) return false;
  const PrintedStat& printed = definition->stats[strength.stat];
  return printed.kind == schema::PrintedStat::Kind::ABSENT || printed.amount != value;
}

Observer::Seen& Observer::seenOf(CardId id, const DuelCard&) {
  if (id >= seen_.size()) seen_.resize(id + 1);
  return seen_[id];
}

void Observer::observe(Seen& seen, const DuelCard& card, std::size_t which, std::int64_t value) {
  const WatchedStat& reading = readings_[which];
  const std::uint32_t bit = 1U << which;
  const bool strength = isStrength(reading.field);
  const bool is_first = (seen.known & bit) == 0;
  if (strength && (seen.changed & bit) == 0 && isChanged(card, reading, value)) seen.changed |= bit;
  if (!is_first && seen.values[which] == value) {
    // A claim holds until something happens. A strength that has changed is worth another claim if it stays the same
    // later.
    if (!strength || (seen.changed & bit) == 0 || seen.since[which] == writer_.latestTableEvent()) return;
  }
  seen.known |= bit;
  seen.values[which] = value;
  if (strength) seen.since[which] = writer_.latestTableEvent();
  // The first time, what is printed needs no claim; but that a monster's strength was seen is worth one.
  if (is_first && !strength && printedSo(card, reading, value)) return;
  const EventNumber event = writer_.add(0, group_, [&](schema::Event::Builder builder) {
    auto observed = builder.initObserved();
    observed.setSubject(card.number);
    observed.setReading(writer_.name(reading.name));
    observed.setBase(reading.base);
    observed.setAmount(value);
    if (reading.stat == kUnbound) observed.setValue(words(reading, value));
  });
  if (group_ == 0) group_ = event;
}

void Observer::refreshed(CardId id, const DuelCard& card, const Query& query) {
  Seen& seen = seenOf(id, card);
  const std::uint32_t types = query.has(Query::types) ? query.number(Query::types) : 0;
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    const Query::Field field = readings_[i].field;
    if (!query.has(field)) continue;
    const bool defense = field == Query::defense || field == Query::base_defense;
    const bool scale = field == Query::left_scale || field == Query::right_scale;
    if (defense && (types & kTypeLink) != 0) continue;
    if (scale && (types & kTypePendulum) == 0) continue;
    observe(seen, card, i, query[field]);
  }
}

void Observer::fought(CardId id, const DuelCard& card, std::int32_t attack, std::optional<std::int32_t> defense) {
  Seen& seen = seenOf(id, card);
  observe(seen, card, kAttackReading, attack);
  if (defense) observe(seen, card, kDefenseReading, *defense);
}

void Observer::forget(CardId id) {
  if (id < seen_.size()) seen_[id] = {};
}

}  // namespace docket::edopro
