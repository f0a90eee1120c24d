#include "engine/stats.h"

#include <algorithm>
#include <limits>

#include "engine/attributes.h"

namespace docket {
namespace {

using schema::Change;
using Contradiction = schema::Calculation::Contradiction;
using Case = StatDerivation::Case;

constexpr std::int64_t kNoMinimum = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kNoMaximum = std::numeric_limits<std::int64_t>::max();

struct Base {
  StatReading::Kind kind = StatReading::Kind::known;
  std::int64_t amount = 0;
  bool modifier = false;
};

/// What is printed, before anything in the ledger.
Base printedBase(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  if (!state.isCard(subject)) return {};  // a place or a unit has what the ledger gives it
  const Definition* definition = state.definitionOf(state.cards[subject]);
  if (definition == nullptr) return {.kind = StatReading::Kind::unknown};
  const PrintedStat& printed = definition->stats[stat];
  switch (printed.kind) {
    case schema::PrintedStat::Kind::ABSENT:
      if (rules.ruleset.reads(Reading::added_types_bring_theirs) &&
          addedTypeHasStat(state, rules.ruleset, subject, stat)) {
        return {};
      }
      return {.kind = StatReading::Kind::absent};
    case schema::PrintedStat::Kind::MODIFIER:
      return {.amount = printed.amount, .modifier = true};
    case schema::PrintedStat::Kind::ASTERISK:
      return {};
    default:
      return {.amount = printed.amount};
  }
}

/// The sums and bounds that the ledger's entries about one stat come to.
struct Totals {
  Base base;
  std::int64_t changes = 0;
  std::int64_t minimum = kNoMinimum, maximum = kNoMaximum;
};

Totals totalsOf(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  Totals totals{.base = printedBase(state, rules, subject, stat)};
  bool base_set = false;
  bool is_set = false;
  for (EntryIndex i = state.entriesAbout(subject); i != kNone; i = state.entries[i].next_of_subject) {
    const Entry& entry = state.entries[i];
    if (entry.what != stat) continue;
    switch (entry.kind) {
      case Change::Kind::BONUS:
      case Change::Kind::SET:
        is_set = is_set || entry.kind == Change::Kind::SET;
        totals.changes += entry.amount;
        break;
      case Change::Kind::MINIMUM:
        totals.minimum = std::max<std::int64_t>(totals.minimum, entry.amount);
        break;
      case Change::Kind::MAXIMUM:
        totals.maximum = std::min<std::int64_t>(totals.maximum, entry.amount);
        break;
      case Change::Kind::SET_BASE:
        if (!base_set) totals.base = {.amount = entry.amount};  // the newest comes first, and holds
        base_set = true;
        break;
      default:
        break;
    }
  }
  const bool absent = totals.base.kind == StatReading::Kind::absent;
  if (absent && is_set && rules.ruleset.reads(Reading::absent_is_set_from_zero)) totals.base = {};
  return totals;
}

std::int64_t floored(const Rules& rules, const Base& base, StatIndex stat, std::int64_t sum) {
  return sum < 0 && rules.ruleset.stats[stat].floor_at_zero && !base.modifier ? 0 : sum;
}

/// The bounds about a stat, oldest first.
std::vector<const Entry*> boundsOf(const State& state, Entity subject, StatIndex stat) {
  std::vector<const Entry*> bounds;
  for (EntryIndex i = state.entriesAbout(subject); i != kNone; i = state.entries[i].next_of_subject) {
    const Entry& entry = state.entries[i];
    const bool bound = entry.kind == Change::Kind::MINIMUM || entry.kind == Change::Kind::MAXIMUM;
    if (bound && entry.what == stat) bounds.push_back(&entry);
  }
  std::reverse(bounds.begin(), bounds.end());
  return bounds;
}

/// Applies the bounds in the order in which they came, leaving out each that contradicts those before it. `left_out`,
/// if given, gets those.
std::int64_t firstBoundHolds(const std::vector<const Entry*>& bounds, std::int64_t value, bool freezes,
                             std::vector<const Entry*>* left_out) {
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

struct Resolved {
  std::int64_t value;
  Case which;
};

/// Step C where the highest minimum is above the lowest maximum.
Resolved contradict(const State& state, const Rules& rules, Entity subject, StatIndex stat, const Totals& totals,
                    std::int64_t value) {
  switch (rules.ruleset.calculation.contradiction) {
    case Contradiction::BY_TOTAL:
      if (value < totals.maximum) return {totals.maximum, Case::below};
      if (value > totals.minimum) return {totals.minimum, Case::above};
      return {totals.base.amount, Case::between};
    case Contradiction::LATER_HAS_NO_EFFECT:
      return {firstBoundHolds(boundsOf(state, subject, stat), value, false, nullptr), Case::later_has_no_effect};
    case Contradiction::FREEZES:
      return {firstBoundHolds(boundsOf(state, subject, stat), value, true, nullptr), Case::frozen};
    case Contradiction::MAXIMUM_WINS:
      return {totals.maximum, Case::maximum_wins};
    default:
      return {totals.minimum, Case::minimum_wins};
  }
}

Resolved bounded(const State& state, const Rules& rules, Entity subject, StatIndex stat, const Totals& totals,
                 std::int64_t value) {
  if (totals.minimum > totals.maximum) return contradict(state, rules, subject, stat, totals, value);
  return {std::min(std::max(value, totals.minimum), totals.maximum), Case::none};
}

}  // namespace

StatReading readStat(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  const Totals totals = totalsOf(state, rules, subject, stat);
  if (totals.base.kind != StatReading::Kind::known) return {.kind = totals.base.kind};
  const std::int64_t value = floored(rules, totals.base, stat, totals.base.amount + totals.changes);
  return {.kind = StatReading::Kind::known,
          .amount = bounded(state, rules, subject, stat, totals, value).value,
          .base = totals.base.amount};
}

StatDerivation deriveStat(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  const Totals totals = totalsOf(state, rules, subject, stat);
  StatDerivation derivation;
  derivation.reading = readStat(state, rules, subject, stat);
  derivation.sum = totals.base.amount + totals.changes;
  derivation.floored = floored(rules, totals.base, stat, derivation.sum);
  derivation.has_minimum = totals.minimum != kNoMinimum;
  derivation.has_maximum = totals.maximum != kNoMaximum;
  if (derivation.has_minimum) derivation.minimum = totals.minimum;
  if (derivation.has_maximum) derivation.maximum = totals.maximum;
  const bool known = derivation.reading.kind == StatReading::Kind::known;
  std::vector<const Entry*> left_out;
  if (known) {
    derivation.contradiction = bounded(state, rules, subject, stat, totals, derivation.floored).which;
    if (derivation.contradiction == Case::later_has_no_effect || derivation.contradiction == Case::frozen) {
      firstBoundHolds(boundsOf(state, subject, stat), derivation.floored, false, &left_out);
    }
  }
  for (EntryIndex i = state.entriesAbout(subject); i != kNone; i = state.entries[i].next_of_subject) {
    const Entry& entry = state.entries[i];
    const bool about = entry.kind == Change::Kind::BONUS || entry.kind == Change::Kind::SET ||
                       entry.kind == Change::Kind::MINIMUM || entry.kind == Change::Kind::MAXIMUM ||
                       entry.kind == Change::Kind::SET_BASE;
    if (!about || entry.what != stat) continue;
    const bool counted = known && std::find(left_out.begin(), left_out.end(), &entry) == left_out.end();
    derivation.lines.push_back({.entry = i, .counted = counted});
  }
  std::reverse(derivation.lines.begin(), derivation.lines.end());
  return derivation;
}

std::int32_t bonusToReach(const State& state, const Rules& rules, Entity subject, StatIndex stat, std::int32_t value) {
  const Totals totals = totalsOf(state, rules, subject, stat);
  const std::int64_t sum = totals.base.amount + totals.changes;
  const std::int64_t bonus = value - sum;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(bonus, std::numeric_limits<std::int32_t>::min(),
                                                            std::numeric_limits<std::int32_t>::max()));
}

}  // namespace docket
