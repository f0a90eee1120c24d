#include "engine/query/cards/granted_ability.h"

#include <algorithm>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/sort.hpp>

#include "engine/rules/text_marks.h"
#include "events/text/split.h"

namespace docket {
namespace {

using schema::Change;

constexpr std::string_view kBold = "**";

/// The words before the first colon, without marks.
std::string_view headWords(std::string_view words) {
  if (words.starts_with(kBold)) words.remove_prefix(kBold.size());
  const std::size_t colon = words.find(':');
  return colon == std::string_view::npos ? std::string_view{} : trimmed(words.substr(0, colon));
}

/// The words in the name of an ability before its colon: its keywords, then its designators.
GrantedAbility inWords(std::string_view name, const Ruleset& ruleset) {
  GrantedAbility made;
  const SwitchLine* parts = ruleset.switchLine(RuleSwitch::text_has_parts);
  const std::string_view head = headWords(name);
  const std::size_t last = head.find_last_of(" \n") + 1;  // 0 if there is one word
  std::vector<std::string_view> designators;
  eachWord(
      head.substr(last), [&](std::string_view word) { designators.push_back(word); }, '/');
  const bool opens = parts != nullptr && !designators.empty() &&
                     ranges::all_of(designators, [&](auto word) { return ranges::contains(parts->names, word); });
  if (!opens) return made;
  if (designators.size() > 1 && !ruleset.isOn(RuleSwitch::each_designator_counts)) designators.resize(1);
  made.designators = std::move(designators);
  const std::string_view keywords = trimmed(head.substr(0, last));
  if (ruleset.isOn(RuleSwitch::words_are_ability_keywords)) {
    eachWord(keywords, [&](std::string_view word) { made.keywords.push_back(word); });
  } else if (!keywords.empty()) {
    made.keywords.push_back(keywords);
  }
  return made;
}

Entity bearerOf(const AbilityKey& key) {
  return key.card != kNone ? key.card : entityOf(EntityKind::player, key.player);
}

const Ability* printed(const State& state, const AbilityKey& key) {
  const Definition* known = state.definitions->known[key.definition];
  if (known == nullptr || key.number == 0 || key.number > known->abilities.size()) return nullptr;
  return &known->abilities[key.number - 1U];
}

/// The number of a named ability on its card; 0 if it is not printed there.
std::uint16_t printedNumber(const State& state, const AbilityKey& key) {
  if (key.number != 0 || key.name.empty()) return key.number;
  const Definition* known = state.definitions->known[key.definition];
  if (known == nullptr || key.card == kNone) return 0;
  const auto found = ranges::find(known->abilities, key.name, &Ability::name);
  return found == known->abilities.end() ? 0 : static_cast<std::uint16_t>(found - known->abilities.begin() + 1);
}

/// The name by which copies of the ability are given; empty if it has none.
std::string_view grantedName(const State& state, const AbilityKey& key) {
  if (!key.name.empty()) return key.name;
  const Ability* ability = printed(state, key);
  return ability == nullptr ? std::string_view{} : std::string_view(ability->name);
}

/// The copies before any are given or removed.
std::int32_t ownCopies(const State& state, const Rules& rules, const AbilityKey& key) {
  AbilityKey numbered = key;
  numbered.number = printedNumber(state, key);
  if (const Ability* ability = printed(state, numbered)) return ability->copies;
  const Ability* of_rules = key.card == kNone ? abilityOfPlayers(rules.ruleset, grantedName(state, key)) : nullptr;
  return of_rules == nullptr ? 0 : of_rules->copies;
}

/// True if a change gives an ability or a trait, or takes one away.
bool givesText(Change::Kind kind) { return kind == Change::Kind::GRANT_ABILITY || kind == Change::Kind::GRANT_TRAIT; }
bool takesText(Change::Kind kind) { return kind == Change::Kind::REMOVE_ABILITY || kind == Change::Kind::REMOVE_TRAIT; }

/// When each present copy was given, the oldest first; `perhaps`: including those for which this is not
/// certain.
std::vector<EventNumber> grantEvents(const State& state, const AbilityKey& key, bool perhaps = false) {
  std::vector<EventNumber> since;
  const auto name = grantedName(state, key);
  if (name.empty()) return since;
  for (const EntryIndex i : state.entriesAbout(bearerOf(key))) {
    const Entry& entry = state.entry(i);
    if (givesText(entry.kind) && (perhaps || !entry.doubtful) && state.nameOf(entry) == name) {
      since.push_back(entry.event);
    }
  }
  ranges::sort(since);
  return since;
}

/// How many copies are removed; `perhaps`: including those for which this is not certain.
std::int32_t removed(const State& state, const AbilityKey& key, bool perhaps = false) {
  const auto name = grantedName(state, key);
  std::int32_t count = 0;
  for (const EntryIndex i : state.entriesAbout(bearerOf(key))) {
    const Entry& entry = state.entry(i);
    const bool counts = perhaps || !entry.doubtful;
    count += takesText(entry.kind) && counts && state.nameOf(entry) == name ? 1 : 0;
  }
  return count;
}

/// How many of the uses can be of different copies, each of one that existed then. The copy that ended first is
/// assigned first.
template <class Copies>
std::int32_t countMatched(const std::vector<EventNumber>& uses, Copies copies) {
  ranges::sort(copies, {}, [](const auto& copy) { return copy.second; });
  std::int32_t count = 0;
  for (const EventNumber use : uses) {
    const auto found = std::find_if(copies.begin(), copies.end(),
                                    [&](const auto& copy) { return copy.first <= use && use <= copy.second; });
    if (found == copies.end()) continue;
    copies.erase(found);
    ++count;
  }
  return count;
}

}  // namespace

const Ability* abilityOfPlayers(const Ruleset& ruleset, std::string_view name) {
  const auto found = ranges::find(ruleset.abilities, name, [](const auto& one) { return std::string_view(one->name); });
  if (found == ruleset.abilities.end()) return nullptr;
  ruleset.note(RuleField::abilities_of_players);
  return found->get();
}

const Ability* traitNamed(const Rules& rules, std::string_view name) {
  const NamedTrait* known = rules.ruleset.trait(name);
  return known != nullptr ? known->text.get() : rules.catalogue.trait(name);
}

GrantedAbility grantedAbility(const Rules& rules, std::string_view name) {
  const Ability* text = abilityOfPlayers(rules.ruleset, name);
  if (text == nullptr) text = rules.catalogue.ability(name);
  const Ability* trait = text == nullptr ? traitNamed(rules, name) : nullptr;
  if (trait != nullptr && trait->kind == Ability::Kind::TRIGGERED) text = trait;
  if (text == nullptr) return inWords(name, rules.ruleset);
  return {.text = text,
          .keywords = {text->keywords.begin(), text->keywords.end()},
          .designators = {text->designators.begin(), text->designators.end()}};
}

NameNumber numberOfGrantedTrait(const State& state, const Rules& rules, std::string_view name) {
  if (const NameNumber recorded = state.vocabulary->names.find(name); recorded != 0) return recorded;
  const auto& of_rules = rules.ruleset.traits;
  const auto in_rules = static_cast<std::size_t>(ranges::find(of_rules, name, &NamedTrait::name) - of_rules.begin());
  const bool is_in_rules = in_rules < of_rules.size();
  const std::size_t place = is_in_rules ? in_rules : of_rules.size() + rules.catalogue.indexOfTrait(name);
  const bool is_known = is_in_rules || place < of_rules.size() + rules.catalogue.traitCount();
  return is_known && place + state.vocabulary->names.size() < Names::kMax ? static_cast<NameNumber>(Names::kMax - place)
                                                                          : NameNumber{0};
}

std::string_view nameOfGrantedTrait(const State& state, const Rules& rules, NameNumber number) {
  if (number <= state.vocabulary->names.size()) return state.vocabulary->names.text(number);
  const auto& of_rules = rules.ruleset.traits;
  const std::size_t place = Names::kMax - number;
  if (place < of_rules.size()) return of_rules[place].name;
  const std::size_t in_catalogue = place - of_rules.size();
  return in_catalogue < rules.catalogue.traitCount() ? rules.catalogue.traitName(in_catalogue) : std::string_view{};
}

const Ability* textOf(const State& state, const Rules& rules, const AbilityKey& key) {
  AbilityKey numbered = key;
  numbered.number = printedNumber(state, key);
  if (numbered.number != 0 || key.name.empty()) return printed(state, numbered);
  return grantedAbility(rules, key.name).text;
}

bool isSameAbility(const State& state, const AbilityKey& one, const AbilityKey& other) {
  const std::uint16_t number = printedNumber(state, one);
  if (number != printedNumber(state, other)) return false;
  return number != 0 || one.name == other.name;
}

bool hasAbility(const State& state, const Rules& rules, const AbilityKey& key) {
  const auto copies = ownCopies(state, rules, key) + static_cast<std::int32_t>(grantEvents(state, key).size());
  return copies > removed(state, key, true);
}

bool isLost(const State& state, const Rules& rules, const AbilityKey& key) {
  const std::int32_t removed_copies = removed(state, key);
  return removed_copies > 0 &&
         ownCopies(state, rules, key) + static_cast<std::int32_t>(grantEvents(state, key, true).size()) <=
             removed_copies;
}

std::int32_t copiesOf(const State& state, const Rules& rules, const AbilityKey& key) {
  const auto since = grantEvents(state, key);
  const std::int32_t copies = ownCopies(state, rules, key) + static_cast<std::int32_t>(since.size());
  return std::max(copies - removed(state, key), 1);
}

std::optional<UsesOfCopies> usesOfCopies(const State& state, const Rules& rules, const AbilityKey& key,
                                         const std::vector<EventNumber>& uses) {
  const auto name = state.vocabulary->names.find(grantedName(state, key));
  using Copy = std::pair<EventNumber, EventNumber>;  // the events that began and ended it
  std::vector<Copy> ended;
  for (const EndedGrant& one : state.ended_grants) {
    if (one.subject == bearerOf(key) && one.name == name) ended.emplace_back(one.began, one.ended - 1);
  }
  if (ended.empty()) return std::nullopt;
  std::vector<Copy> now(static_cast<std::size_t>(ownCopies(state, rules, key)), Copy{0, state.event});
  for (const EventNumber since : grantEvents(state, key)) now.emplace_back(since, state.event);
  const auto count = static_cast<std::int32_t>(uses.size());
  const std::int32_t of_ended = countMatched(uses, ended);
  const std::int32_t of_now = countMatched(uses, now);
  // Uses that no copy explains are excessive, and count.
  const std::int32_t unexplained = std::max(0, count - of_ended - of_now);
  return UsesOfCopies{.least = count - of_ended, .most = std::max(of_now + unexplained, count - of_ended)};
}

}  // namespace docket
