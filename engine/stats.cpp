#include "engine/stats.h"

#include <algorithm>
#include <limits>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/view/reverse.hpp>

#include "engine/attributes.h"
#include "engine/characteristics.h"
#include "engine/computed.h"
#include "engine/expression/evaluate.h"

#include "engine/capped_bonuses.h"

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

/// Whether an entity that is no card can have a stat.
bool canHave(const Ruleset& ruleset, Entity subject, const Stat& stat) {
  using Holder = schema::Stat::Holder;
  if (!ruleset.reads(Reading::stats_of_all_entities)) return false;
  switch (kindOf(subject)) {
    case EntityKind::player:
      return stat.of == Holder::PLAYER || stat.of == Holder::ANY;
    case EntityKind::place:
      return stat.of == Holder::PLACE || stat.of == Holder::ANY;
    case EntityKind::unit:
      return stat.of == Holder::UNIT || stat.of == Holder::ANY;
    default:
      return stat.of == Holder::ANY;
  }
}

Base totalBase(const State& state, const Rules& rules, Entity subject, const Stat& stat) {
  const auto total = expression::evaluate(*stat.total, {.state = state, .rules = rules, .self = subject}).value;
  if (total.isUnknown()) return {.kind = StatReading::Kind::unknown};
  if (total.isAbsent()) return {.kind = StatReading::Kind::absent};
  return {.amount = total.number};
}

/// What there is before anything in the ledger.
Base baseOf(const State& state, const Rules& rules, Entity subject, StatIndex index) {
  const Stat& stat = rules.ruleset.stats[index];
  if (stat.delta != schema::Stat::Delta::NONE) return {.kind = StatReading::Kind::absent};  // it has no value
  const bool card = state.isCard(subject);
  const bool holds = card ? stat.of == schema::Stat::Holder::CARD || stat.of == schema::Stat::Holder::ANY
                          : canHave(rules.ruleset, subject, stat);
  if (stat.total) return holds ? totalBase(state, rules, subject, stat) : Base{.kind = StatReading::Kind::absent};
  if (!card) return {.kind = holds ? StatReading::Kind::known : StatReading::Kind::absent};
  const Definition* definition = state.definitionOf(state.cards[subject]);
  if (definition == nullptr) return {.kind = StatReading::Kind::unknown};
  const PrintedStat printed = printedStat(state, rules, state.cards[subject], *definition, index);
  if (printed.kind == schema::PrintedStat::Kind::ABSENT) {
    const bool added = (state.entriesAbout(subject) != kNone || state.computed != nullptr) &&
                       rules.ruleset.reads(Reading::added_types_bring_theirs) &&
                       addedTypeHasStat(state, rules.ruleset, subject, index);
    return {.kind = added ? StatReading::Kind::known : StatReading::Kind::absent};
  }
  return {.amount = printed.amount, .modifier = printed.kind == schema::PrintedStat::Kind::MODIFIER};
}

/// The sums and bounds that the ledger's entries about one stat come to.
struct Totals {
  Base base;
  std::int64_t changes = 0;
  std::int64_t minimum = kNoMinimum, maximum = kNoMaximum;
  std::int64_t standing_minimum = kNoMinimum, standing_maximum = kNoMaximum;  ///< of those that are not ignored
  CardIndex doubtful = kNone;
};

bool isIgnored(const State& state, const Entry& bound) {
  return std::any_of(state.ignored_bounds.begin(), state.ignored_bounds.end(), [&](const IgnoredBound& one) {
    return one.subject == bound.subject && one.stat == bound.what && one.event == bound.event &&
           one.index == bound.index;
  });
}

/// Takes the entries about one stat in, the newest first.
class Totalling {
 public:
  Totalling(const State& state, const Rules& rules, Entity subject, StatIndex stat)
      : state_(state), rules_(rules), calculation_(rules.ruleset.calculation), subject_(subject), stat_(stat) {}

  /// `base`: instead of what there is.
  Totals total(const Entry* before, const std::int64_t* base = nullptr) {
    totals_.base = base != nullptr ? Base{.amount = *base} : baseOf(state_, rules_, subject_, stat_);
    for (const EntryIndex i : state_.about(subject_)) {
      const Entry& entry = state_.entry(i);
      if (entry.what != stat_ || !isAboutStat(entry.kind) || (before != nullptr && !isOlder(entry, *before))) continue;
      if (entry.doubtful) {
        totals_.doubtful = entry.source;
      } else {
        take(entry);
      }
    }
    const bool all = calculation_.sum == schema::Calculation::Sum::ALL;
    totals_.changes = sets_ + (all ? bonuses_ : highest_ + lowest_);
    if (all) totals_.changes += capped_.raise(rules_.ruleset, totals_.base.amount + totals_.changes);
    readAbsent();
    return totals_;
  }

 private:
  void take(const Entry& entry) {
    switch (entry.kind) {
      case Change::Kind::BONUS:
        return bonus(entry.amount, &entry);
      case Change::Kind::SET:
        sets_ += entry.amount;
        since_set_ = given_;
        has_set_ = true;
        return;
      case Change::Kind::SET_BASE:
        // The newest comes first, and holds; what cannot have the stat gets none by it.
        if (!base_set_ && (state_.isCard(subject_) || totals_.base.kind == StatReading::Kind::known)) {
          totals_.base = {.amount = entry.amount};
        }
        base_set_ = true;
        return;
      default:
        return bound(entry);
    }
  }

  /// `entry`: that says how far it raises the stat at most; null: a change that has no such bound.
  void bonus(std::int64_t amount, const Entry* entry = nullptr) {
    has_bonus_ = true;
    given_ += amount;
    if (entry != nullptr && amount > 0) {
      capped_.add(*entry);
    } else {
      bonuses_ += amount;
    }
    highest_ = std::max(highest_, amount);
    lowest_ = std::min(lowest_, amount);
  }

  void bound(const Entry& entry) {
    const bool minimum = entry.kind == Change::Kind::MINIMUM;
    const std::int64_t amount = entry.amount;
    if (calculation_.bounds == schema::Calculation::Bounds::ONCE) {
      return bonus((minimum ? std::max(entry.before, amount) : std::min(entry.before, amount)) - entry.before);
    }
    const bool latest_only = calculation_.clamp == schema::Calculation::Clamp::LATEST;
    const bool ignored = !state_.ignored_bounds.empty() && isIgnored(state_, entry);
    if (minimum) {
      if (latest_only && totals_.minimum != kNoMinimum) return;
      totals_.minimum = std::max(totals_.minimum, amount);
      if (!ignored) totals_.standing_minimum = std::max(totals_.standing_minimum, amount);
    } else {
      if (latest_only && totals_.maximum != kNoMaximum) return;
      totals_.maximum = std::min(totals_.maximum, amount);
      if (!ignored) totals_.standing_maximum = std::min(totals_.standing_maximum, amount);
    }
  }

  /// What changes make of an absent stat.
  void readAbsent() {
    if (totals_.base.kind != StatReading::Kind::absent) return;
    if (!rules_.ruleset.reads(Reading::absent_takes_no_changes)) {
      if (has_bonus_ || has_set_) totals_.base = {};
    } else if (has_set_ && rules_.ruleset.reads(Reading::absent_is_set_from_zero)) {
      totals_.base = {};
      totals_.changes = sets_ + since_set_;  // from when it was first set, it has what comes on top
    }
  }

  const State& state_;
  const Rules& rules_;
  const Calculation& calculation_;
  const Entity subject_;
  const StatIndex stat_;
  Totals totals_;
  std::int64_t sets_ = 0, bonuses_ = 0, highest_ = 0, lowest_ = 0;
  std::int64_t given_ = 0, since_set_ = 0;  // all bonuses and penalties; those that are newer than the oldest set
  CappedBonuses capped_;
  bool has_bonus_ = false, has_set_ = false, base_set_ = false;
};

Totals totalsOf(const State& state, const Rules& rules, Entity subject, StatIndex stat, const Entry* before = nullptr) {
  return Totalling(state, rules, subject, stat).total(before);
}

std::int64_t floored(const Rules& rules, const Base& base, StatIndex stat, std::int64_t sum) {
  return sum < 0 && rules.ruleset.stats[stat].floor_at_zero && !base.modifier ? 0 : sum;
}

/// The bounds about a stat, oldest first.
std::vector<const Entry*> boundsOf(const State& state, Entity subject, StatIndex stat) {
  std::vector<const Entry*> bounds;
  for (const EntryIndex i : state.about(subject)) {
    const Entry& entry = state.entry(i);
    const bool bound = entry.kind == Change::Kind::MINIMUM || entry.kind == Change::Kind::MAXIMUM;
    if (bound && entry.what == stat && !entry.doubtful) bounds.push_back(&entry);
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

/// Step C where the highest minimum is above the lowest maximum.
Resolved contradict(const State& state, const Rules& rules, Entity subject, StatIndex stat, const Totals& totals,
                    std::int64_t value) {
  const auto& outcomes = rules.ruleset.calculation.outcomes;
  switch (rules.ruleset.calculation.contradiction) {
    case Contradiction::BY_TOTAL:
      if (value < totals.maximum) return {outcomeOf(outcomes[0], totals, value), Case::below};
      if (value > totals.minimum) return {outcomeOf(outcomes[1], totals, value), Case::above};
      return {outcomeOf(outcomes[2], totals, value), Case::between};
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
  return {std::min(std::max(value, totals.standing_minimum), totals.standing_maximum), Case::none};
}

}  // namespace

bool isAboutStat(Change::Kind kind) {
  return kind == Change::Kind::BONUS || kind == Change::Kind::SET || kind == Change::Kind::MINIMUM ||
         kind == Change::Kind::MAXIMUM || kind == Change::Kind::SET_BASE || kind == Change::Kind::COPY;
}

PrintedStat printedStat(const State& state, const Rules& rules, const Card& card, const Definition& definition,
                        StatIndex stat) {
  using Kind = schema::PrintedStat::Kind;
  PrintedStat printed = definition.stats[stat];
  if (printed.kind == Kind::ASTERISK) {
    const bool zero = rules.ruleset.calculation.asterisk == schema::Calculation::Asterisk::ZERO;
    return {.kind = zero ? Kind::NUMBER : Kind::ABSENT, .specified = true};
  }
  if (!printed.specified && printed.kind == Kind::NUMBER && isCreated(state, rules.ruleset, card)) {
    const HeldReading* held = rules.ruleset.held(Reading::created_unspecified_is_absent);
    const bool absent = held != nullptr && ranges::contains(held->names, rules.ruleset.stats[stat].name);
    if (absent) printed.kind = Kind::ABSENT;
  }
  return printed;
}

StatReading readStat(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  const Totals totals = totalsOf(state, rules, subject, stat);
  if (totals.base.kind != StatReading::Kind::known) return {.kind = totals.base.kind};
  const std::int64_t value = floored(rules, totals.base, stat, totals.base.amount + totals.changes);
  return {.kind = StatReading::Kind::known,
          .amount = bounded(state, rules, subject, stat, totals, value).value,
          .base = totals.base.amount,
          .doubtful = totals.doubtful};
}

namespace {

/// The size of a change, changed by each entry in turn: the misreading of "as stats are calculated".
std::int64_t changedOneByOne(const State& state, const Rules& rules, Entity subject, StatIndex stat,
                             std::int64_t size) {
  std::vector<const Entry*> entries;
  for (const EntryIndex i : state.about(subject)) {
    const Entry& entry = state.entry(i);
    if (entry.kind == Change::Kind::BONUS && entry.what == stat && !entry.doubtful) entries.push_back(&entry);
  }
  for (const Entry* entry : entries | ranges::views::reverse) size = floored(rules, {}, stat, size + entry->amount);
  return size;
}

}  // namespace

StatReading readDelta(const State& state, const Rules& rules, Entity subject, StatIndex stat, std::int64_t size) {
  Totals totals = Totalling(state, rules, subject, stat).total(nullptr, &size);
  std::int64_t sum = totals.base.amount + totals.changes;
  if (rules.ruleset.calculation.deltas == schema::Calculation::Deltas::ONE_BY_ONE) {
    sum = changedOneByOne(state, rules, subject, stat, size);
  }
  const std::int64_t changed =
      bounded(state, rules, subject, stat, totals, floored(rules, totals.base, stat, sum)).value;
  const bool subtracted = rules.ruleset.stats[stat].delta == schema::Stat::Delta::SUBTRACTED;
  return {.kind = StatReading::Kind::known,
          .amount = subtracted ? -changed : changed,
          .base = size,
          .doubtful = totals.doubtful};
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
  for (const EntryIndex i : state.about(subject)) {
    const Entry& entry = state.entry(i);
    if (!isAboutStat(entry.kind) || entry.what != stat) continue;
    const bool ignored = derivation.contradiction == Case::none && isIgnored(state, entry);
    const bool counted =
        known && !entry.doubtful && !ignored && std::find(left_out.begin(), left_out.end(), &entry) == left_out.end();
    derivation.lines.push_back({.entry = i, .counted = counted});
  }
  std::reverse(derivation.lines.begin(), derivation.lines.end());
  return derivation;
}

std::int32_t bonusToReach(const State& state, const Rules& rules, Entity subject, StatIndex stat, std::int32_t value,
                          const Entry* before) {
  const Totals totals = totalsOf(state, rules, subject, stat, before);
  std::int64_t from = totals.base.amount + totals.changes;
  const Calculation& calculation = rules.ruleset.calculation;
  if (calculation.set_from == schema::Calculation::SetFrom::FLOORED) from = floored(rules, totals.base, stat, from);
  if (calculation.set == schema::Calculation::Set::BASE) from = totals.base.amount;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value - from, std::numeric_limits<std::int32_t>::min(),
                                                            std::numeric_limits<std::int32_t>::max()));
}

std::int64_t sumBefore(const State& state, const Rules& rules, Entity subject, StatIndex stat, const Entry& before) {
  const Totals totals = totalsOf(state, rules, subject, stat, &before);
  return totals.base.amount + totals.changes;
}

}  // namespace docket
