#include "engine/characteristics.h"

#include <algorithm>

namespace docket {
namespace {

using schema::Change;

const std::vector<std::string>& printedOf(const Definition& definition, Characteristic which) {
  switch (which) {
    case Characteristic::type:
      return definition.types;
    case Characteristic::subtype:
      return definition.subtypes;
    case Characteristic::supertype:
      return definition.supertypes;
    default:
      return definition.keywords;
  }
}

bool concerns(Change::Kind kind, Characteristic which) {
  if (which == Characteristic::keyword) {
    return kind == Change::Kind::GRANT_KEYWORD || kind == Change::Kind::REMOVE_KEYWORD;
  }
  return which == Characteristic::type &&
         (kind == Change::Kind::SET_TYPE || kind == Change::Kind::ADD_TYPE || kind == Change::Kind::REMOVE_TYPE);
}

/// The entries about a card, oldest first.
std::vector<EntryIndex> entriesInOrder(const State& state, CardIndex card) {
  std::vector<EntryIndex> entries;
  for (EntryIndex i = state.entriesAbout(card); i != kNone; i = state.entries[i].next_of_subject) entries.push_back(i);
  std::reverse(entries.begin(), entries.end());
  return entries;
}

}  // namespace

CharacteristicReading readCharacteristics(const State& state, CardIndex card, Characteristic which) {
  CharacteristicReading reading;
  const Definition* definition = state.definitionOf(state.cards[card]);
  reading.known = definition != nullptr;
  if (definition != nullptr) {
    for (const std::string& name : printedOf(*definition, which)) reading.lines.push_back({.name = name});
  }
  for (const EntryIndex index : entriesInOrder(state, card)) {
    const Entry& entry = state.entries[index];
    if (!concerns(entry.kind, which)) continue;
    const std::string_view name = state.vocabulary->names.text(entry.what);
    const bool replaces = entry.kind == Change::Kind::SET_TYPE;
    const bool grants = replaces || entry.kind == Change::Kind::GRANT_KEYWORD || entry.kind == Change::Kind::ADD_TYPE;
    if (replaces) reading.known = true;  // whatever it was before, it is that now
    const auto held = [&](const CharacteristicLine& line) { return line.holds() && line.name == name; };
    if (!grants || replaces) {
      for (CharacteristicLine& line : reading.lines) {
        if (line.holds() && (replaces || line.name == name)) line.removed = index;
      }
    }
    if (!grants && !reading.known) reading.lines.push_back({.name = name, .removed = index});
    // A card has a keyword or not: granting it again adds no copy.
    if (grants && std::none_of(reading.lines.begin(), reading.lines.end(), held)) {
      reading.lines.push_back({.name = name, .granted = index});
    }
  }
  return reading;
}

HasReading hasCharacteristic(const State& state, CardIndex card, Characteristic which, std::string_view name) {
  const CharacteristicReading all = readCharacteristics(state, card, which);
  HasReading reading{.known = all.known};
  for (const CharacteristicLine& line : all.lines) {
    if (line.name != name) continue;
    reading.known = true;  // the ledger says so, whatever is printed
    reading.has = line.holds();
    reading.printed = reading.printed || line.granted == kNone;
    reading.entry = line.holds() ? line.granted : line.removed;
  }
  return reading;
}

TitleReading readTitle(const State& state, CardIndex card) {
  for (EntryIndex i = state.entriesAbout(card); i != kNone; i = state.entries[i].next_of_subject) {
    const Entry& entry = state.entries[i];
    if (entry.kind == Change::Kind::SET_TITLE) return {.title = state.vocabulary->names.text(entry.what), .entry = i};
  }
  const Definition* definition = state.definitionOf(state.cards[card]);
  if (definition == nullptr) return {.known = false};
  return {.title = definition->title};
}

}  // namespace docket
