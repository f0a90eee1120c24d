#include "engine/query/cards/traits.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/view/reverse.hpp>

#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/granted_ability.h"
#include "engine/query/cards/undefined.h"

namespace docket {
namespace {

using schema::Change;

/// The meaning of a granted trait: the trait of that name on the card that grants it, else the one in the rules, else
/// the trait of the first card that has one.
const Ability* abilityNamed(const State& state, const Rules& rules, CardIndex source, std::string_view name) {
  const Definition* definition = state.isCard(source) ? state.definitionOf(state.cards[source]) : nullptr;
  if (definition != nullptr) {
    for (const Ability& ability : definition->abilities) {
      if (ability.name == name && ability.kind != schema::Ability::Kind::ABILITY) return &ability;
    }
  }
  return traitNamed(rules, name);
}

void addPrinted(const State& state, const Rules& rules, const Card& card, TraitReading& reading) {
  const Definition* definition = state.definitionOf(card);
  reading.known = definition != nullptr;
  if (definition == nullptr) return;
  // The switch names the designators of text that is on a proxy only as a reminder.
  const SwitchLine* proxies = definition->proxy ? rules.ruleset.switchLine(RuleSwitch::proxies_are_created) : nullptr;
  for (const Ability& ability : definition->abilities) {
    if (ability.kind == schema::Ability::Kind::ABILITY) continue;
    if (proxies != nullptr && ranges::contains(proxies->names, ability.designator)) continue;
    reading.lines.push_back({.name = ability.name, .ability = &ability});
  }
}

void removeTrait(const Rules& rules, const Entry& entry, EntryIndex index, std::string_view name,
                 TraitReading& reading) {
  const bool all = entry.kind == Change::Kind::NEGATE_EFFECTS && name.empty();
  bool found = false;
  for (TraitLine& line : reading.lines | ranges::views::reverse) {
    if (!line.holds() || (!all && line.name != name)) continue;
    line.removed = index;
    found = true;
    if (rules.ruleset.granting.trait_copies && !all) return;  // it takes one copy, the latest
  }
  if (!found && !reading.known && !all) reading.lines.push_back({.name = name, .removed = index});
}

void grant(const State& state, const Rules& rules, const Entry& entry, EntryIndex index, std::string_view name,
           TraitReading& reading) {
  const auto held = [&](const TraitLine& line) { return line.holds() && line.name == name; };
  // It has a trait or not: granting it again adds no copy.
  const bool again = ranges::any_of(reading.lines, held);
  if (again) rules.ruleset.note(RuleField::granting_trait_copies);
  if (again && !rules.ruleset.granting.trait_copies) return;
  reading.lines.push_back({.name = name, .ability = abilityNamed(state, rules, entry.source, name), .granted = index});
}

}  // namespace

TraitReading readTraits(const State& state, const Rules& rules, Entity subject) {
  TraitReading reading;
  if (state.isCard(subject)) addPrinted(state, rules, state.cards[subject], reading);
  boost::container::small_vector<EntryIndex, 8> entries;
  for (const EntryIndex i : state.entriesAbout(subject)) entries.push_back(i);
  for (const EntryIndex index : entries | ranges::views::reverse) {
    const Entry& entry = state.entry(index);
    if (entry.doubtful) continue;
    if (entry.kind == Change::Kind::GRANT_TRAIT) {
      grant(state, rules, entry, index, state.nameOf(entry), reading);
    } else if (entry.kind == Change::Kind::REMOVE_TRAIT || entry.kind == Change::Kind::NEGATE_EFFECTS) {
      removeTrait(rules, entry, index, state.nameOf(entry), reading);
    }
  }
  return reading;
}

bool isUnreadGrant(const State& state, const Rules& rules, const Entry& entry) {
  if (entry.kind == Change::Kind::GRANT_TRAIT) {
    const std::string_view name = state.nameOf(entry);
    return rules.ruleset.trait(name) == nullptr && rules.catalogue.trait(name) == nullptr;
  }
  if (entry.kind != Change::Kind::GRANT_ABILITY) return false;
  // The name of an ability can be its text: what precedes the colon is read, and the rest happens when it is used.
  const GrantedAbility given = grantedAbility(rules, state.nameOf(entry));
  const bool is_ability = given.text != nullptr && given.text->kind == Ability::Kind::ABILITY;
  return !is_ability && given.designators.empty();
}

bool isTraitLost(const State& state, const Rules& rules, CardIndex card, std::uint16_t number) {
  const auto is_removal = [&](EntryIndex i) { return state.entry(i).kind == Change::Kind::REMOVE_TRAIT; };
  bool removes = false;
  for (const EntryIndex i : state.entriesAbout(card)) removes = removes || is_removal(i);
  const Definition* definition = state.definitionOf(state.cards[card]);
  if (!removes || definition == nullptr || number == 0 || number > definition->abilities.size()) return false;
  const Ability* trait = &definition->abilities[number - 1U];
  const TraitReading reading = readTraits(state, rules, card);
  return ranges::any_of(reading.lines, [&](const TraitLine& line) {
    return line.ability == trait && !line.holds() && is_removal(line.removed);
  });
}

HasTrait hasTrait(const State& state, const Rules& rules, Entity subject, std::string_view name) {
  const TraitReading all = readTraits(state, rules, subject);
  HasTrait reading{.known = all.known && !isUnread(state, subject, schema::Matter::WORDS)};  // unread text may give it
  for (const TraitLine& line : all.lines) {
    if (line.name != name) continue;
    reading.known = true;  // the ledger decides, whatever is printed
    if (reading.has) continue;
    reading.has = line.holds();
    reading.entry = line.holds() ? line.granted : line.removed;
  }
  return reading;
}

}  // namespace docket
