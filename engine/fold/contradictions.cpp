#include "engine/fold/contradictions.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <utility>

#include "engine/derived/derived_values.h"
#include "engine/derived/reports_changes.h"
#include "engine/fold/erase_facts.h"
#include "engine/fold/fold.h"
#include "engine/query/state_reader.h"
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

ContradictionKind contradictionKindOf(StateReader& reader, const About& about) {
  return reader.contradictionOf(about.first, about.second);
}

/// The stats that have a bound.
boost::container::small_vector<About, 16> boundedStats(StateReader& reader) {
  boost::container::small_vector<About, 16> all;
  reader.forEachBound(
      [&](const Entry& bound) { all.emplace_back(bound.subject, static_cast<StatIndex>(bound.stat_or_name)); });
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

bool isThere(StateReader& reader, const IgnoredBound& bound) {
  bool is_there = false;
  reader.forEachBoundOf(bound.subject, [&](const Entry& entry) {
    is_there =
        is_there || (entry.stat_or_name == bound.stat && entry.event == bound.event && entry.index == bound.index);
  });
  return is_there;
}

/// Bounds left over from a contradiction that ended stay ignored; bounds new with this event do not.
void ignoreWhatIsLeft(Fold& fold, const About& about) {
  State& state = fold.state;
  for (const EntryIndex i : state.entriesAbout(about.first)) {
    const Entry& entry = state.entry(i);
    if (entry.kind != schema::Change::Kind::MINIMUM || entry.stat_or_name != about.second || entry.event == fold.now)
      continue;
    const IgnoredBound bound{
        .subject = entry.subject, .event = entry.event, .index = entry.index, .stat = about.second};
    if (ranges::contains(state.ignored_bounds, bound)) continue;
    state.ignored_bounds.push_back(bound);
    state.fingerprint += factOf(bound);
  }
}

void setContradicted(State& state, StateReader& reader) {
  state.contradicted.clear();
  for (const About& about : boundedStats(reader)) {
    if (contradictionKindOf(reader, about) == ContradictionKind::between) state.contradicted.push_back(about);
  }
}

/// Updates which bounds contradict each other and which of them stay ignored. Returns the parts that it read.
StateParts refreshContradictions(Fold& fold) {
  State& state = fold.state;
  StateReader reader(state, fold.rules);
  const boost::container::small_vector<About, 8> former(state.contradicted.begin(), state.contradicted.end());
  setContradicted(state, reader);
  for (const About& about : former) {
    if (reader.isCard(about.first) && !reader.exists(about.first)) continue;
    if (contradictionKindOf(reader, about) == ContradictionKind::none) ignoreWhatIsLeft(fold, about);
  }
  eraseFacts(state, state.ignored_bounds, [&](const IgnoredBound& bound) {
    const ContradictionKind now = contradictionKindOf(reader, {bound.subject, bound.stat});
    return !isThere(reader, bound) || (now != ContradictionKind::none && now != ContradictionKind::between);
  });
  return reader.read();
}

}  // namespace

void noteContradictions(State& state, const Rules& rules) {
  StateReader reader(state, rules);
  if (staysIgnored(rules)) setContradicted(state, reader);
}

void foldContradictions(Fold& fold) {
  if (!staysIgnored(fold.rules)) return;
  State& state = fold.state;
  if (reportsChanges(fold.rules)) {
    // If there can be computed entries, their computation has reported the changes.
    if (!mayHaveComputedEntries(state, fold.rules)) fold.reportPendingChanges();
    Validity& contradictions = state.derived.values().contradictions;
    if (!contradictions.holds()) contradictions.restsOn(refreshContradictions(fold));
  } else {
    static_cast<void>(refreshContradictions(fold));
  }
}

}  // namespace docket
