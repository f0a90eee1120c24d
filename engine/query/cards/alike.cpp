#include "engine/query/cards/alike.h"

#include <set>
#include <utility>

#include "engine/query/cards/characteristics.h"
#include "engine/query/stats/stats.h"
#include "engine/rules/listed_characteristics.h"

namespace docket {
namespace {

std::multiset<std::string_view> namesOfKind(const State& state, const Rules& rules, CardIndex card,
                                            Characteristic which) {
  const auto names = namesThatHold(readCharacteristics(state, rules, card, which));
  return {names.begin(), names.end()};
}

/// The abilities and traits that a card was given and those that were taken away, which are characteristics too.
std::multiset<std::pair<schema::Change::Kind, std::string_view>> givenTo(const State& state, CardIndex card) {
  using ChangeKind = schema::Change::Kind;
  std::multiset<std::pair<ChangeKind, std::string_view>> all;
  for (const EntryIndex i : state.entriesAbout(card)) {
    const Entry& entry = state.entry(i);
    const bool of_text = entry.kind == ChangeKind::GRANT_ABILITY || entry.kind == ChangeKind::REMOVE_ABILITY ||
                         entry.kind == ChangeKind::GRANT_TRAIT || entry.kind == ChangeKind::REMOVE_TRAIT;
    if (of_text) all.emplace(entry.kind, state.nameOf(entry));
  }
  return all;
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

std::optional<bool> haveSameCharacteristics(const State& state, const Rules& rules, CardIndex one, CardIndex other) {
  const Definition* left = state.definitionOf(state.cards[one]);
  const Definition* right = state.definitionOf(state.cards[other]);
  if (left == nullptr || right == nullptr) return std::nullopt;
  if (readTitle(state, rules.ruleset, one).title != readTitle(state, rules.ruleset, other).title) return false;
  for (const std::string& name : rules.ruleset.characteristics) {
    const bool unsaid = isUnsaid(*left, name) || isUnsaid(*right, name);
    if (unsaid && left != right) return std::nullopt;
    if (printedCharacteristic(*left, name) != printedCharacteristic(*right, name)) return false;
  }
  for (const auto which :
       {Characteristic::type, Characteristic::subtype, Characteristic::supertype, Characteristic::keyword}) {
    if (namesOfKind(state, rules, one, which) != namesOfKind(state, rules, other, which)) return false;
  }
  if (givenTo(state, one) != givenTo(state, other)) return false;
  if (left != right && (left->text != right->text || left->abilities.size() != right->abilities.size())) return false;
  for (std::size_t i = 0; i < rules.ruleset.stats.size(); ++i) {
    const StatReading a = readStat(state, rules, one, static_cast<StatIndex>(i));
    const StatReading b = readStat(state, rules, other, static_cast<StatIndex>(i));
    if (a.kind != b.kind || a.amount != b.amount) return false;
  }
  return rules.ruleset.isOn(RuleSwitch::states_are_no_characteristics) || agreeInState(state, one, other);
}

}  // namespace docket
