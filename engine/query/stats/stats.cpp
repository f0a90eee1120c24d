#include "engine/query/stats/stats.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <limits>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/view/reverse.hpp>

#include "engine/query/stats/stat_totals.h"
#include "engine/state/computed_entries.h"
#include "engine/state/sort_stably.h"

namespace docket {
namespace {

using schema::Change;
using Contradiction = schema::Calculation::Contradiction;

bool isIgnored(const State& state, const Entry& bound) {
  return std::any_of(state.ignored_bounds.begin(), state.ignored_bounds.end(), [&](const IgnoredBound& one) {
    return one.subject == bound.subject && one.stat == bound.stat_or_name && one.event == bound.event &&
           one.index == bound.index;
  });
}

/// The totals of a stat from the ledger. `before`: only older entries count; null: all.
Totals totalsNow(const State& state, const Rules& rules, Entity subject, StatIndex stat,
                 const Entry* before = nullptr) {
  Totals totals{.base = baseOf(state, rules, subject, stat)};
  addEntries(totals, state, rules, subject, stat, before);
  return totals;
}

std::int64_t floored(const Rules& rules, const Base& base, StatIndex stat, std::int64_t sum) {
  if (sum < 0) rules.ruleset.note(RuleField::floors);
  return sum < 0 && rules.ruleset.stats[stat].floor_at_zero && !base.modifier ? 0 : sum;
}

using Bounds = boost::container::small_vector<const Entry*, 8>;

/// The bounds of a stat, in the order in which it received them; of those that it received at the same time the
/// minimums first, regardless of the recorded order. `before`: only older ones; null: all.
Bounds boundsOf(const State& state, Entity subject, StatIndex stat, const Entry* before = nullptr) {
  Bounds bounds;
  for (const EntryIndex i : state.entriesAbout(subject)) {
    const Entry& entry = state.entry(i);
    const bool bound = entry.kind == Change::Kind::MINIMUM || entry.kind == Change::Kind::MAXIMUM;
    const bool counts = before == nullptr || isOlder(entry, *before);
    if (bound && counts && entry.stat_or_name == stat && !entry.doubtful) bounds.push_back(&entry);
  }
  std::reverse(bounds.begin(), bounds.end());
  const auto place = [&](const Entry* bound) {
    return std::pair(receivedAt(state, *bound), bound->kind != Change::Kind::MINIMUM);
  };
  sortStably(bounds.begin(), bounds.end(),
             [&](const Entry* one, const Entry* other) { return place(one) < place(other); });
  return bounds;
}

/// Applies the bounds in order, leaving out each that contradicts the ones before it. `left_out`, if given, receives
/// those.
std::int64_t firstBoundHolds(const Bounds& bounds, std::int64_t value, bool freezes, Bounds* left_out) {
  std::int64_t low = kNoMinimum;
  std::int64_t high = kNoMaximum;
  const Entry* breaking = nullptr;
  for (const Entry* bound : bounds) {
    const bool is_minimum = bound->kind == Change::Kind::MINIMUM;
    if (is_minimum ? bound->amount > high : bound->amount < low) {
      if (breaking == nullptr) breaking = bound;
      if (left_out != nullptr) left_out->push_back(bound);
    } else if (is_minimum) {
      low = std::max<std::int64_t>(low, bound->amount);
    } else {
      high = std::min<std::int64_t>(high, bound->amount);
    }
  }
  if (freezes && breaking != nullptr) return breaking->before;
  return std::min(std::max(value, low), high);
}

/// True if bounds that contradict each other were received at the same time: the record does not say which came first.
bool areOpen(const State& state, const Bounds& bounds) {
  const auto contradict = [&](const Entry* minimum, const Entry* maximum) {
    return minimum->kind == Change::Kind::MINIMUM && maximum->kind == Change::Kind::MAXIMUM &&
           minimum->amount > maximum->amount && receivedAt(state, *minimum) == receivedAt(state, *maximum);
  };
  return ranges::any_of(bounds, [&](const Entry* one) {
    return ranges::any_of(bounds, [&](const Entry* other) { return contradict(one, other); });
  });
}

struct Resolved {
  std::int64_t value = 0;
  ContradictionKind which = ContradictionKind::none;
  bool open = false;  ///< it depends on which of two simultaneous bounds came first
};

std::int64_t outcomeOf(Calculation::Outcome outcome, const Totals& totals, std::int64_t value) {
  switch (outcome) {
    case Calculation::Outcome::MAXIMUM:
      return totals.maximum;
    case Calculation::Outcome::MINIMUM:
      return totals.minimum;
    case Calculation::Outcome::BASE:
      return totals.base.amount;
    default:
      return value;
  }
}

/// Step C if the highest minimum is above the lowest maximum. `before`: only older bounds count.
Resolved contradict(const State& state, const Rules& rules, Entity subject, StatIndex stat, const Totals& totals,
                    std::int64_t value, const Entry* before) {
  rules.ruleset.note(RuleField::calculation_contradiction);
  const auto& outcomes = rules.ruleset.calculation.outcomes;
  switch (rules.ruleset.calculation.contradiction) {
    case Contradiction::BY_TOTAL:
      if (value < totals.maximum) return {outcomeOf(outcomes[0], totals, value), ContradictionKind::below};
      if (value > totals.minimum) return {outcomeOf(outcomes[1], totals, value), ContradictionKind::above};
      return {outcomeOf(outcomes[2], totals, value), ContradictionKind::between};
    case Contradiction::LATER_HAS_NO_EFFECT:
    case Contradiction::FREEZES: {
      const bool freezes = rules.ruleset.calculation.contradiction == Contradiction::FREEZES;
      const Bounds bounds = boundsOf(state, subject, stat, before);
      return {.value = firstBoundHolds(bounds, value, freezes, nullptr),
              .which = freezes ? ContradictionKind::frozen : ContradictionKind::later_has_no_effect,
              .open = areOpen(state, bounds)};
    }
    case Contradiction::MAXIMUM_WINS:
      return {totals.maximum, ContradictionKind::maximum_wins};
    default:
      return {totals.minimum, ContradictionKind::minimum_wins};
  }
}

/// Raises the value to the minimum, then lowers it to the maximum, of the bounds that are not ignored.
std::int64_t clamped(const State& state, const Rules& rules, Entity subject, StatIndex stat, const Totals& totals,
                     std::int64_t value, const Entry* before) {
  if (state.ignored_bounds.empty()) return std::min(std::max(value, totals.minimum), totals.maximum);
  const bool latest_only = rules.ruleset.calculation.clamp == schema::Calculation::Clamp::LATEST;
  std::int64_t low = kNoMinimum;
  std::int64_t high = kNoMaximum;
  for (const Entry* bound : boundsOf(state, subject, stat, before)) {
    const bool ignored = isIgnored(state, *bound);
    if (bound->kind == Change::Kind::MINIMUM) {
      const std::int64_t bound_amount = ignored ? kNoMinimum : bound->amount;
      low = latest_only ? bound_amount : std::max(low, bound_amount);
    } else {
      const std::int64_t bound_amount = ignored ? kNoMaximum : bound->amount;
      high = latest_only ? bound_amount : std::min(high, bound_amount);
    }
  }
  return std::min(std::max(value, low), high);
}

Resolved resolveBounds(const State& state, const Rules& rules, Entity subject, StatIndex stat, const Totals& totals,
                       std::int64_t value, const Entry* before = nullptr) {
  if (totals.minimum > totals.maximum) return contradict(state, rules, subject, stat, totals, value, before);
  return {clamped(state, rules, subject, stat, totals, value, before), ContradictionKind::none};
}

/// readStat() for a stat that no entry of the ledger is about.
StatReading readUnchanged(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  const Base base = baseOf(state, rules, subject, stat);
  if (base.kind != StatReading::Kind::known) return {.kind = base.kind};
  return {.kind = base.kind, .amount = floored(rules, base, stat, base.amount), .base = base.amount};
}

/// The size of a change if each entry is floored in turn: `deltas` is `oneByOne` (docs/document_reference.md).
std::int64_t changedOneByOne(const State& state, const Rules& rules, Entity subject, StatIndex stat,
                             std::int64_t size) {
  std::vector<const Entry*> entries;
  for (const EntryIndex i : state.entriesAbout(subject)) {
    const Entry& entry = state.entry(i);
    if (entry.kind == Change::Kind::BONUS && entry.stat_or_name == stat && !entry.doubtful) entries.push_back(&entry);
  }
  for (const Entry* entry : entries | ranges::views::reverse) size = floored(rules, {}, stat, size + entry->amount);
  return size;
}

}  // namespace

bool lacksStat(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  if (rules.ruleset.stats[stat].delta != schema::Stat::Delta::NONE) return false;
  if (baseOf(state, rules, subject, stat).kind != StatReading::Kind::absent) return false;
  return totalsNow(state, rules, subject, stat).base.kind == StatReading::Kind::absent;
}

StatReading readStat(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  if (state.computed == nullptr && state.newestEntryAbout(subject) == kNone) {  // the usual case
    return readUnchanged(state, rules, subject, stat);
  }
  Totals totals{.base = baseOf(state, rules, subject, stat)};
  addEntries(totals, state, rules, subject, stat);
  if (totals.base.kind != StatReading::Kind::known) return {.kind = totals.base.kind};
  const std::int64_t value = floored(rules, totals.base, stat, totals.base.amount + totals.changes);
  const bool plainly =
      totals.minimum <= totals.maximum && state.ignored_bounds.empty();  // then resolveBounds() gives the same
  const Resolved result = plainly ? Resolved{.value = std::min(std::max(value, totals.minimum), totals.maximum)}
                                  : resolveBounds(state, rules, subject, stat, totals, value);
  return {.kind = StatReading::Kind::known,
          .amount = result.value,
          .base = totals.base.amount,
          .doubtful = result.open && state.isCard(subject) ? CardIndex{subject} : totals.doubtful};
}

StatReading readDelta(const State& state, const Rules& rules, Entity subject, StatIndex stat, std::int64_t size) {
  rules.ruleset.note(RuleField::calculation_deltas);
  Totals totals{.base = {.amount = size}};
  addEntries(totals, state, rules, subject, stat);
  std::int64_t sum = totals.base.amount + totals.changes;
  if (rules.ruleset.calculation.deltas == schema::Calculation::Deltas::ONE_BY_ONE) {
    sum = changedOneByOne(state, rules, subject, stat, size);
  }
  const std::int64_t changed =
      resolveBounds(state, rules, subject, stat, totals, floored(rules, totals.base, stat, sum)).value;
  const bool subtracted = rules.ruleset.stats[stat].delta == schema::Stat::Delta::SUBTRACTED;
  return {.kind = StatReading::Kind::known,
          .amount = subtracted ? -changed : changed,
          .base = size,
          .doubtful = totals.doubtful};
}

ContradictionKind contradictionOf(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  const Totals totals = totalsNow(state, rules, subject, stat);
  if (totals.base.kind != StatReading::Kind::known) return ContradictionKind::none;
  const std::int64_t value = floored(rules, totals.base, stat, totals.base.amount + totals.changes);
  return resolveBounds(state, rules, subject, stat, totals, value).which;
}

StatDerivation deriveStat(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  const Totals totals = totalsNow(state, rules, subject, stat);
  StatDerivation derivation;
  derivation.reading = readStat(state, rules, subject, stat);
  derivation.sum = totals.base.amount + totals.changes;
  derivation.floored = floored(rules, totals.base, stat, derivation.sum);
  derivation.has_minimum = totals.minimum != kNoMinimum;
  derivation.has_maximum = totals.maximum != kNoMaximum;
  if (derivation.has_minimum) derivation.minimum = totals.minimum;
  if (derivation.has_maximum) derivation.maximum = totals.maximum;
  const bool known = derivation.reading.kind == StatReading::Kind::known;
  Bounds left_out;
  if (known) {
    derivation.contradiction = resolveBounds(state, rules, subject, stat, totals, derivation.floored).which;
    if (derivation.contradiction == ContradictionKind::later_has_no_effect ||
        derivation.contradiction == ContradictionKind::frozen) {
      firstBoundHolds(boundsOf(state, subject, stat), derivation.floored, false, &left_out);
    }
  }
  for (const EntryIndex i : state.entriesAbout(subject)) {
    const Entry& entry = state.entry(i);
    if (!isAboutStat(entry.kind) || entry.stat_or_name != stat) continue;
    const bool ignored = derivation.contradiction == ContradictionKind::none && isIgnored(state, entry);
    const bool received = entry.kind != Change::Kind::BONUS || entry.amount != 0 || entry.stated_amount == 0;
    const bool counted = known && received && !entry.doubtful && !ignored &&
                         std::find(left_out.begin(), left_out.end(), &entry) == left_out.end();
    derivation.lines.push_back({.entry = i, .counted = counted});
  }
  std::reverse(derivation.lines.begin(), derivation.lines.end());
  return derivation;
}

std::int32_t bonusToReach(const State& state, const Rules& rules, Entity subject, StatIndex stat, std::int32_t value,
                          const Entry* before) {
  const Totals totals = totalsNow(state, rules, subject, stat, before);
  const auto narrow = [](std::int64_t by) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(by, std::numeric_limits<std::int32_t>::min(),
                                                              std::numeric_limits<std::int32_t>::max()));
  };
  const Calculation& calculation = rules.ruleset.calculation;
  const std::int32_t in_place_of_base = narrow(value - totals.base.amount);
  const std::int64_t sum = totals.base.amount + totals.changes;
  const std::int64_t floor = floored(rules, totals.base, stat, sum);
  const std::int64_t now = resolveBounds(state, rules, subject, stat, totals, floor, before).value;
  const std::int64_t difference = value - (calculation.set_from == schema::Calculation::SetFrom::FLOORED ? floor : sum);
  if (floor != sum) rules.ruleset.note(RuleField::calculation_set_from);
  const std::int32_t smallest = value == now ? 0
                                             : narrow(value > now ? std::max<std::int64_t>(difference, 0)
                                                                  : std::min<std::int64_t>(difference, 0));
  if (smallest != in_place_of_base) rules.ruleset.note(RuleField::calculation_set);
  return calculation.set == schema::Calculation::Set::BASE ? in_place_of_base : smallest;
}

std::int64_t sumBefore(const State& state, const Rules& rules, Entity subject, StatIndex stat, const Entry& before) {
  const Totals totals = totalsNow(state, rules, subject, stat, &before);
  return totals.base.amount + totals.changes;
}

}  // namespace docket
