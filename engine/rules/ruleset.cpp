#include "engine/rules/ruleset.h"

#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/rules/limit_reach.h"
#include "engine/rules/table_clauses.h"

namespace docket {
namespace {

template <class Things>
std::uint8_t find(const Things& things, std::string_view name) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (things[i].name == name) return static_cast<std::uint8_t>(i);
  }
  return kUnbound;
}

}  // namespace

Binding& Bindings::of(const std::string& name) {
  if (const std::uint32_t found = numberOf(name); found != kNone) return bindings_[found];
  by_name_.add(name, static_cast<std::uint32_t>(names_.size()));
  names_.push_back(name);
  return bindings_.emplace_back();
}

const std::string* Limit::judgedAt(schema::Event::Which act) const {
  using Event = schema::Event;
  if (!judges_additions) {
    const auto found = ranges::find(judged, act, &Judged::act);
    if (found == judged.end()) return nullptr;
    return found->clause.empty() ? &clause : &found->clause;
  }
  // Who controls a copy matters only if each player is counted.
  const bool adds = ranges::contains(docket::judgedAt(counted), act) &&
                    (act != Event::CONTROL_CHANGED || keyed(schema::Limit::Key::PLAYER));
  return adds ? &clause : nullptr;
}

const std::string* Limit::givenBackBy(schema::Limit::GivenBack::When when) const {
  for (const GivenBack& back : given_back) {
    if (back.when == when) return &back.clause;
  }
  return nullptr;
}

ZoneIndex Ruleset::zone(std::string_view wanted) const { return find(zones, wanted); }
PeriodIndex Ruleset::period(std::string_view wanted) const { return find(periods, wanted); }
StatIndex Ruleset::stat(std::string_view wanted) const { return find(stats, wanted); }
ValueIndex Ruleset::value(std::string_view wanted) const { return find(values, wanted); }
LimitIndex Ruleset::limit(std::string_view wanted) const { return find(limits, wanted); }

const Clause* Ruleset::clause(std::string_view id) const {
  const auto found = ranges::find(clauses, id, &Clause::id);
  return found == clauses.end() ? tableClause(id) : &*found;
}

const NamedTrigger* Ruleset::trigger(std::string_view wanted) const {
  const auto found = ranges::find(triggers, wanted, &NamedTrigger::name);
  if (found == triggers.end()) return nullptr;
  note(found->clause);
  return &*found;
}

const NamedTrait* Ruleset::trait(std::string_view wanted) const {
  const auto found = ranges::find(traits, wanted, &NamedTrait::name);
  if (found == traits.end()) return nullptr;
  note(found->clause);
  return &*found;
}

const SwitchLine* Ruleset::switchLine(RuleSwitch which) const {
  note(which);
  return switchLineUnnoted(which);
}

const SwitchLine* Ruleset::switchLineUnnoted(RuleSwitch which) const {
  for (const SwitchLine& one : switches) {
    if (one.which == which) return &one;
  }
  return nullptr;
}

const std::string& Ruleset::clauseOfSwitch(RuleSwitch which) const {
  static const std::string kNothing;
  const SwitchLine* line = switchLine(which);
  return line == nullptr ? kNothing : line->clause;
}

}  // namespace docket
