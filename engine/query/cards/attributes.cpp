#include "engine/query/cards/attributes.h"

#include <algorithm>

#include "engine/query/cards/characteristics.h"

namespace docket {
namespace {

using schema::Change;

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

std::size_t typeNumber(const Ruleset& ruleset, std::string_view name) {
  const auto found = std::find(ruleset.types.begin(), ruleset.types.end(), name);
  return found == ruleset.types.end() ? kNowhere : static_cast<std::size_t>(found - ruleset.types.begin());
}

/// A type's value of an attribute; empty if it has none.
std::string_view attributeValue(const Ruleset& ruleset, std::string_view type, std::string_view attribute) {
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

/// The latest entry that makes a card act as a type; kNone if there is none.
EntryIndex actsAs(const State& state, CardIndex card) {
  for (const EntryIndex i : state.entriesAbout(card)) {
    if (state.entry(i).kind == Change::Kind::ACT_AS) return i;
  }
  return kNone;
}

std::size_t rank(const TypeAttribute& attribute, std::string_view value) {
  const auto found = std::find(attribute.restrictive.begin(), attribute.restrictive.end(), value);
  return static_cast<std::size_t>(found - attribute.restrictive.begin());
}

}  // namespace

AttributeReading readAttribute(const State& state, const Rules& rules, CardIndex card, std::string_view name) {
  const Ruleset& ruleset = rules.ruleset;
  AttributeReading reading;
  std::vector<EntryIndex> entries;  // parallel to the values
  if (const EntryIndex acting = actsAs(state, card);
      acting != kNone && !ruleset.isOn(RuleSwitch::acting_keeps_attributes)) {
    // The misreading: while a card acts as a type, it has that type's attribute value instead of its own.
    const auto value = attributeValue(ruleset, state.nameOf(state.entry(acting)), name);
    if (!value.empty()) return {.values = {value}, .entry = acting};
  }
  for (const Characteristic which : {Characteristic::type, Characteristic::supertype}) {
    const auto types = readCharacteristics(state, rules, card, which);
    reading.known = reading.known && types.known;
    for (const CharacteristicLine& line : types.lines) {
      if (!line.holds() || (wasAdded(state, line) && !ruleset.isOn(RuleSwitch::added_types_bring_theirs))) continue;
      const auto value = attributeValue(ruleset, line.name, name);
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
    reading.prevailing = static_cast<std::size_t>(holding - reading.values.begin());
    reading.clause = attribute->clause;
  }
  if (!entries.empty()) reading.entry = entries[reading.prevailing];
  return reading;
}

bool addedTypeHasStat(const State& state, const Rules& rules, CardIndex card, StatIndex stat) {
  bool changed = false;  // most cards have their printed types, and this runs for every absent stat
  for (EntryIndex i = state.newestEntryAbout(card); i != kNone; i = state.entries[i].next_of_subject) {
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

}  // namespace docket
