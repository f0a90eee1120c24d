#include "engine/attributes.h"

#include <algorithm>
#include <set>

#include "engine/characteristics.h"
#include "engine/stats.h"

namespace docket {
namespace {

using schema::Change;

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

std::size_t typeNumber(const Ruleset& ruleset, std::string_view name) {
  const auto found = std::find(ruleset.types.begin(), ruleset.types.end(), name);
  return found == ruleset.types.end() ? kNowhere : static_cast<std::size_t>(found - ruleset.types.begin());
}

/// What a type says of an attribute; empty where it says nothing.
std::string_view valueOf(const Ruleset& ruleset, std::string_view type, std::string_view attribute) {
  const std::size_t number = typeNumber(ruleset, type);
  if (number == kNowhere) return {};
  for (const auto& [name, value] : ruleset.type_attributes[number]) {
    if (name == attribute) return value;
  }
  return {};
}

bool wasAdded(const State& state, const CharacteristicLine& line) {
  return line.granted != kNone && state.entry(line.granted).kind == Change::Kind::ADD_TYPE;
}

/// The type that a card acts as, the latest; kNone where it acts as none.
EntryIndex actsAs(const State& state, CardIndex card) {
  for (const EntryIndex i : state.about(card)) {
    if (state.entry(i).kind == Change::Kind::ACT_AS) return i;
  }
  return kNone;
}

std::size_t rank(const TypeAttribute& attribute, std::string_view value) {
  const auto found = std::find(attribute.restrictive.begin(), attribute.restrictive.end(), value);
  return static_cast<std::size_t>(found - attribute.restrictive.begin());
}

using Names = std::multiset<std::string_view>;

Names namesOf(const State& state, const Rules& rules, CardIndex card, Characteristic which) {
  const auto names = namesThatHold(readCharacteristics(state, rules, card, which));
  return {names.begin(), names.end()};
}

bool agreeInState(const State& state, CardIndex one, CardIndex other) {
  const Card& left = state.cards[one];
  const Card& right = state.cards[other];
  const auto counters = [&](CardIndex card) {
    std::vector<std::pair<NameNumber, std::int64_t>> all;
    for (const Counter& counter : state.counters) {
      if (counter.subject == card) all.emplace_back(counter.name, counter.amount);
    }
    return all;
  };
  return left.orientation == right.orientation && left.face == right.face && left.controller == right.controller &&
         left.zone == right.zone && left.host == right.host && counters(one) == counters(other);
}

}  // namespace

AttributeReading readAttribute(const State& state, const Rules& rules, CardIndex card, std::string_view name) {
  const Ruleset& ruleset = rules.ruleset;
  AttributeReading reading;
  std::vector<EntryIndex> entries;  // beside the values
  if (const EntryIndex acting = actsAs(state, card);
      acting != kNone && !ruleset.reads(Reading::acting_keeps_attributes)) {
    // The misreading: it has for now what the type has as which it acts.
    const auto value = valueOf(ruleset, state.nameOf(state.entry(acting)), name);
    if (!value.empty()) return {.values = {value}, .entry = acting};
  }
  for (const Characteristic which : {Characteristic::type, Characteristic::supertype}) {
    const auto types = readCharacteristics(state, rules, card, which);
    reading.known = reading.known && types.known;
    for (const CharacteristicLine& line : types.lines) {
      if (!line.holds() || (wasAdded(state, line) && !ruleset.reads(Reading::added_types_bring_theirs))) continue;
      const auto value = valueOf(ruleset, line.name, name);
      if (value.empty() || std::find(reading.values.begin(), reading.values.end(), value) != reading.values.end()) {
        continue;
      }
      reading.values.push_back(value);
      entries.push_back(line.granted);
    }
  }
  const auto attribute = std::find_if(ruleset.attributes.begin(), ruleset.attributes.end(),
                                      [&](const TypeAttribute& one) { return one.name == name; });
  if (attribute != ruleset.attributes.end() && reading.values.size() > 1) {
    const auto holding = std::min_element(
        reading.values.begin(), reading.values.end(),
        [&](std::string_view a, std::string_view b) { return rank(*attribute, a) < rank(*attribute, b); });
    reading.holds = static_cast<std::size_t>(holding - reading.values.begin());
    reading.clause = attribute->clause;
  }
  if (!entries.empty()) reading.entry = entries[reading.holds];
  return reading;
}

bool addedTypeHasStat(const State& state, const Rules& rules, CardIndex card, StatIndex stat) {
  bool changed = false;  // most cards have the types that are printed, and this is asked of every absent stat
  for (EntryIndex i = state.entriesAbout(card); i != kNone; i = state.entries[i].next_of_subject) {
    const Change::Kind kind = state.entries[i].kind;
    changed = changed || kind == Change::Kind::ADD_TYPE || kind == Change::Kind::SET_TYPE;
  }
  if (!changed) return false;
  const auto types = readCharacteristics(state, rules, card, Characteristic::type);
  return std::any_of(types.lines.begin(), types.lines.end(), [&](const CharacteristicLine& line) {
    if (!line.holds() || line.granted == kNone) return false;
    const std::size_t type = typeNumber(rules.ruleset, line.name);
    return type != kNowhere && (rules.ruleset.type_stats[type] >> stat & 1U) != 0;
  });
}

std::vector<std::string_view> attributeNames(const Ruleset& ruleset) {
  std::vector<std::string_view> names;
  for (const auto& attributes : ruleset.type_attributes) {
    for (const auto& attribute : attributes) names.emplace_back(attribute.first);
  }
  return names;
}

std::vector<std::string_view> characteristicNames(const Ruleset& ruleset) {
  std::vector<std::string_view> names(ruleset.characteristics.begin(), ruleset.characteristics.end());
  names.insert(names.end(), {"orientation", "face", "zone", "controller", "owner"});
  return names;
}

std::string_view printedCharacteristic(const Definition& definition, std::string_view name) {
  for (const auto& [printed, value] : definition.characteristics) {
    if (printed == name) return value;
  }
  return {};
}

std::optional<bool> haveSameCharacteristics(const State& state, const Rules& rules, CardIndex one, CardIndex other) {
  const Definition* left = state.definitionOf(state.cards[one]);
  const Definition* right = state.definitionOf(state.cards[other]);
  if (left == nullptr || right == nullptr) return std::nullopt;
  if (readTitle(state, rules.ruleset, one).title != readTitle(state, rules.ruleset, other).title) return false;
  for (const std::string& name : rules.ruleset.characteristics) {
    if (printedCharacteristic(*left, name) != printedCharacteristic(*right, name)) return false;
  }
  for (const auto which :
       {Characteristic::type, Characteristic::subtype, Characteristic::supertype, Characteristic::keyword}) {
    if (namesOf(state, rules, one, which) != namesOf(state, rules, other, which)) return false;
  }
  if (left != right && (left->text != right->text || left->abilities.size() != right->abilities.size())) return false;
  for (std::size_t i = 0; i < rules.ruleset.stats.size(); ++i) {
    const StatReading a = readStat(state, rules, one, static_cast<StatIndex>(i));
    const StatReading b = readStat(state, rules, other, static_cast<StatIndex>(i));
    if (a.kind != b.kind || a.amount != b.amount) return false;
  }
  return rules.ruleset.reads(Reading::states_are_no_characteristics) || agreeInState(state, one, other);
}

}  // namespace docket
