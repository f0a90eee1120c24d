#include "engine/fold/contradictions.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <utility>

#include "engine/derived/derived_values.h"
#include "engine/derived/reports_changes.h"
#include "engine/fold/fold.h"
#include "engine/query/stats/stats.h"
#include "engine/rules/expression/reads.h"
#include "engine/state/computed_entries.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

using About = std::pair<Entity, StatIndex>;

bool staysIgnored(const Rules& rules) {
  rules.ruleset.note(RuleField::calculation_contradiction);
  const Calculation& calculation = rules.ruleset.calculation;
  return calculation.after_contradiction == schema::Calculation::After::IGNORED_STAY_IGNORED &&
         calculation.contradiction == schema::Calculation::Contradiction::BY_TOTAL;
}

StatDerivation::Case caseOf(const State& state, const Rules& rules, const About& about) {
  return contradictionOf(state, rules, about.first, about.second);
}

/// The stats that have a bound.
boost::container::small_vector<About, 16> boundedStats(const State& state) {
  boost::container::small_vector<About, 16> all;
  const auto add = [&](const Entry& entry) {
    if (isBound(entry)) all.emplace_back(entry.subject, static_cast<StatIndex>(entry.what));
  };
  if (state.bounds != 0) state.entries.forEach([&](EntryIndex, const Entry& entry) { add(entry); });
  if (state.computed != nullptr) std::for_each(state.computed->entries.begin(), state.computed->entries.end(), add);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

bool isThere(const State& state, const IgnoredBound& bound) {
  for (const EntryIndex i : state.about(bound.subject)) {
    const Entry& entry = state.entry(i);
    if (isBound(entry) && entry.what == bound.stat && entry.event == bound.event && entry.index == bound.index) {
      return true;
    }
  }
  return false;
}

/// Bounds left over from a contradiction that ended stay ignored; bounds new with this event do not.
void ignoreWhatIsLeft(Fold& fold, const About& about) {
  State& state = fold.state;
  for (const EntryIndex i : state.about(about.first)) {
    const Entry& entry = state.entry(i);
    if (entry.kind != schema::Change::Kind::MINIMUM || entry.what != about.second || entry.event == fold.now) continue;
    const IgnoredBound bound{
        .subject = entry.subject, .event = entry.event, .index = entry.index, .stat = about.second};
    if (ranges::contains(state.ignored_bounds, bound)) continue;
    state.ignored_bounds.push_back(bound);
    state.fingerprint += factOf(bound);
  }
}

}  // namespace

void noteContradictions(State& state, const Rules& rules) {
  if (!staysIgnored(rules)) return;
  state.contradicted.clear();
  for (const About& about : boundedStats(state)) {
    if (caseOf(state, rules, about) == StatDerivation::Case::between) state.contradicted.push_back(about);
  }
}

namespace {

/// Finds anew which bounds contradict each other, and which of them stay ignored.
void refreshContradictions(Fold& fold) {
  State& state = fold.state;
  const boost::container::small_vector<About, 8> former(state.contradicted.begin(), state.contradicted.end());
  noteContradictions(state, fold.rules);
  for (const About& about : former) {
    if (state.isCard(about.first) && !state.cards[about.first].exists()) continue;
    if (caseOf(state, fold.rules, about) == StatDerivation::Case::none) ignoreWhatIsLeft(fold, about);
  }
  std::erase_if(state.ignored_bounds, [&](const IgnoredBound& bound) {
    const StatDerivation::Case now = caseOf(state, fold.rules, {bound.subject, bound.stat});
    const bool stays =
        isThere(state, bound) && (now == StatDerivation::Case::none || now == StatDerivation::Case::between);
    if (!stays) state.fingerprint -= factOf(bound);
    return !stays;
  });
}

}  // namespace

void foldContradictions(Fold& fold) {
  if (!staysIgnored(fold.rules)) return;
  State& state = fold.state;
  if (reportsChanges(fold.rules)) {
    if (!computes(state, fold.rules)) fold.reportPendingChanges();  // otherwise the computation has done so
    auto& derived = state.derived.values();
    const auto refresh = [&] {
      refreshContradictions(fold);
      return expression::readsOfStats(fold.ruleset());
    };
    (void)derived.refresh(derived.contradictions, refresh);
  } else {
    refreshContradictions(fold);
  }
}

}  // namespace docket
