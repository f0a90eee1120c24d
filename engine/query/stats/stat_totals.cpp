#include "engine/query/stats/stat_totals.h"

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>
#include <vector>

#include "engine/query/cards/attributes.h"
#include "engine/query/cards/characteristics.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/query/stats/amounts.h"
#include "engine/query/stats/capped_bonuses.h"
#include "engine/rules/expression/certain.h"
#include "engine/state/computed_entries.h"

namespace docket {

using schema::Change;

PrintedStat printedStat(const State& state, const Rules& rules, const Card& card, const Definition& definition,
                        StatIndex stat) {
  using Kind = schema::PrintedStat::Kind;
  PrintedStat printed = definition.stats[stat];
  if (printed.kind == Kind::NUMBER && printed.specified) return printed;
  if (printed.kind == Kind::ASTERISK) {
    rules.ruleset.note(RuleField::calculation_asterisk);
    const bool zero = rules.ruleset.calculation.asterisk == schema::Calculation::Asterisk::ZERO;
    return {.kind = zero ? Kind::NUMBER : Kind::ABSENT, .specified = true};
  }
  if (!printed.specified && printed.kind == Kind::NUMBER && isCreated(state, rules.ruleset, card)) {
    const SwitchLine* held = rules.ruleset.switchLine(RuleSwitch::created_unspecified_is_absent);
    const bool absent = held != nullptr && ranges::contains(held->names, rules.ruleset.stats[stat].name);
    if (absent) printed.kind = Kind::ABSENT;
  }
  return printed;
}

namespace {

/// True if an entity other than a card can have a stat.
bool canHaveStat(const Ruleset& ruleset, Entity subject, const Stat& stat) {
  using Holder = schema::Stat::Holder;
  if (!ruleset.isOn(RuleSwitch::stats_of_all_entities)) return false;
  switch (kindOf(subject)) {
    case EntityKind::player:
      return stat.of == Holder::PLAYER || stat.of == Holder::ANY;
    case EntityKind::place:
      return stat.of == Holder::PLACE || stat.of == Holder::ANY;
    case EntityKind::unit:
      return stat.of == Holder::UNIT || stat.of == Holder::ANY;
    case EntityKind::game:
      return stat.of == Holder::GAME || stat.of == Holder::ANY;
    default:
      return stat.of == Holder::ANY;
  }
}

Base totalBase(const State& state, const Rules& rules, Entity subject, const Stat& stat) {
  const auto total = expression::valueAt(*stat.total, {.state = state, .rules = rules, .self = subject});
  if (!expression::isCertainExceptForTexts(total)) return {.kind = StatReading::Kind::unknown};
  if (total.isAbsent()) return {.kind = StatReading::Kind::absent};
  return {.amount = total.number};
}

/// The recorded value that is the base of a stat.
Base valueBase(const State& state, const Ruleset& ruleset, Entity subject, ValueIndex value) {
  using Status = RecordedValue::Status;
  const RecordedValue recorded = recordedValue(state, ruleset, subject, value);
  if (recorded.status == Status::known) return {.amount = recorded.amount};
  return {.kind = recorded.status == Status::none ? StatReading::Kind::absent : StatReading::Kind::unknown};
}

/// The stat as printed on a card, or as given by its types.
Base printedBase(const State& state, const Rules& rules, CardIndex index, StatIndex stat) {
  const Card& card = state.cards[index];
  const Definition* definition = state.definitionOf(card);
  if (definition == nullptr) return {.kind = StatReading::Kind::unknown};
  const PrintedStat& number = definition->stats[stat];
  if (number.kind == schema::PrintedStat::Kind::NUMBER && number.specified) return {.amount = number.amount};
  if (number.unsaid) return {.kind = StatReading::Kind::unknown};
  const PrintedStat printed = printedStat(state, rules, card, *definition, stat);
  if (printed.kind == schema::PrintedStat::Kind::ABSENT) {
    const auto by_added_type = [&] { return addedTypeHasStat(state, rules, index, stat); };
    const bool added = (card.first_entry != kNone || state.computed != nullptr) &&
                       rules.ruleset.isOn(RuleSwitch::added_types_bring_theirs, by_added_type) && by_added_type();
    return {.kind = added ? StatReading::Kind::known : StatReading::Kind::absent};
  }
  return {.amount = printed.amount, .modifier = printed.kind == schema::PrintedStat::Kind::MODIFIER};
}

}  // namespace

Base baseOf(const State& state, const Rules& rules, Entity subject, StatIndex index) {
  using Holder = schema::Stat::Holder;
  const Stat& stat = rules.ruleset.stats[index];
  if (stat.delta != schema::Stat::Delta::NONE) return {.kind = StatReading::Kind::absent};  // it has no value
  const bool card = state.isCard(subject);
  const bool holds =
      card ? stat.of == Holder::CARD || stat.of == Holder::ANY : canHaveStat(rules.ruleset, subject, stat);
  if (stat.of_value != kUnbound) return valueBase(state, rules.ruleset, subject, stat.of_value);
  if (stat.total) return holds ? totalBase(state, rules, subject, stat) : Base{.kind = StatReading::Kind::absent};
  // Nothing is printed on a player or a place: its amount of the stat is recorded or unknown.
  if (!card) return {.kind = holds ? StatReading::Kind::unknown : StatReading::Kind::absent};
  return printedBase(state, rules, subject, index);
}

namespace {

/// Adds up the entries about one stat, newest first. Every fold runs this, so rare kinds of entries are examined only
/// if there are any.
class StatTotaller {
 public:
  StatTotaller(Totals& totals, const State& state, const Rules& rules, Entity subject, StatIndex stat,
               const Entry* before)
      : totals_(totals), state_(state), rules_(rules), before_(before), subject_(subject), stat_(stat) {}

  void run() {
    if (state_.computed == nullptr && before_ == nullptr) {
      takeRecorded();
    } else {
      takeCounting();
    }
    const std::int64_t bonuses = given();
    totals_.changes = sets_ + bonuses;
    if (totals_.base.kind == StatReading::Kind::absent) readAbsent();
  }

 private:
  /// Adds up the entries if none is computed: every entry about the stat counts, and none is doubtful.
  void takeRecorded() {
    for (EntryIndex i = state_.newestEntryAbout(subject_); i != kNone;) {
      const Entry& entry = state_.entries[i];
      if (entry.stat_or_name == stat_) take(entry);
      i = entry.next_of_subject;
    }
  }

  void takeCounting() {
    for (const EntryIndex i : state_.entriesAbout(subject_)) {
      const Entry& entry = state_.entry(i);
      if (entry.stat_or_name != stat_ || (before_ != nullptr && !isOlder(entry, *before_))) continue;
      if (!entry.doubtful) {
        take(entry);
      } else if (isAboutStat(entry.kind)) {
        totals_.doubtful = entry.source;
      }
    }
  }

  void take(const Entry& entry) {
    switch (entry.kind) {
      case Change::Kind::BONUS:
        if (entry.cap != kNoCap && entry.amount > 0) {
          has_capped_ = true;
        } else {
          (entry.amount > 0 ? raises_ : penalties_) += entry.amount;
        }
        return rank(entry.amount);
      case Change::Kind::SET:
        sets_ += entry.amount;
        has_set_ = true;
        return;
      case Change::Kind::SET_BASE:
        // The newest comes first and applies; a subject that cannot have the stat does not get it.
        if (!base_set_ && (state_.isCard(subject_) || totals_.base.kind != StatReading::Kind::absent)) {
          totals_.base = {.amount = entry.amount};
        }
        base_set_ = true;
        return;
      case Change::Kind::MINIMUM:
      case Change::Kind::MAXIMUM:
        return bound(entry);
      default:
        return;  // it is about a name that has the number of the stat
    }
  }

  void rank(std::int64_t amount) {
    has_bonus_ = true;
    highest_ = std::max(highest_, amount);
    lowest_ = std::min(lowest_, amount);
  }

  void bound(const Entry& entry) {
    const Calculation& calculation = rules_.ruleset.calculation;
    rules_.ruleset.note(RuleField::calculation_bounds);
    rules_.ruleset.note(RuleField::calculation_clamp);
    const bool minimum = entry.kind == Change::Kind::MINIMUM;
    const std::int64_t amount = entry.amount;
    if (calculation.bounds == schema::Calculation::Bounds::ONCE) {
      const std::int64_t change =
          (minimum ? std::max(entry.before, amount) : std::min(entry.before, amount)) - entry.before;
      (change > 0 ? raises_ : penalties_) += change;
      return rank(change);
    }
    const bool latest_only = calculation.clamp == schema::Calculation::Clamp::LATEST;
    if (minimum) {
      if (!latest_only || totals_.minimum == kNoMinimum) totals_.minimum = std::max(totals_.minimum, amount);
    } else {
      if (!latest_only || totals_.maximum == kNoMaximum) totals_.maximum = std::min(totals_.maximum, amount);
    }
  }

  /// The total of bonuses and penalties, as the ruleset sums them.
  [[nodiscard]] std::int64_t given() {
    rules_.ruleset.note(RuleField::calculation_sum);
    if (rules_.ruleset.calculation.sum != schema::Calculation::Sum::ALL) return highest_ + lowest_;
    if (!has_capped_) return raises_ + penalties_;
    const std::vector<const Entry*> bonuses = capped();
    capOtherAbilities(bonuses);
    return penalties_ + raise(bonuses, raises_, totals_.base.amount + sets_ + penalties_, rules_.ruleset);
  }

  /// A bonus "to a maximum [stat] of X" caps everything that raises the stat, including entries that set it or give it
  /// a minimum (mc.max.value.element).
  void capOtherAbilities(const std::vector<const Entry*>& bonuses) {
    if (!rules_.ruleset.isOn(RuleSwitch::maximum_caps_its_ability) ||
        !rules_.ruleset.isOn(RuleSwitch::maximum_caps_all_that_raise)) {
      return;
    }
    for (const Entry* bonus : bonuses) {
      if (!bonus->caps_value) continue;
      const std::int64_t cap = std::max<std::int64_t>(bonus->cap, totals_.base.amount);
      totals_.minimum = std::min(totals_.minimum, cap);
      sets_ = std::min(sets_, cap - totals_.base.amount);
    }
  }

  /// The bonuses with a maximum.
  [[nodiscard]] std::vector<const Entry*> capped() const {
    std::vector<const Entry*> found;
    for (const EntryIndex i : state_.entriesAbout(subject_)) {
      const Entry& entry = state_.entry(i);
      const bool bonus = entry.stat_or_name == stat_ && entry.kind == Change::Kind::BONUS && !entry.doubtful;
      const bool counts = before_ == nullptr || isOlder(entry, *before_);
      if (bonus && counts && entry.cap != kNoCap && entry.amount > 0) found.push_back(&entry);
    }
    return found;
  }

  /// The effect of changes on an absent stat.
  void readAbsent() {
    if (!rules_.ruleset.isOn(RuleSwitch::absent_takes_no_changes, [&] { return has_bonus_ || has_set_; })) {
      if (has_bonus_ || has_set_) totals_.base = {};
    } else if (has_set_ && rules_.ruleset.isOn(RuleSwitch::absent_is_set_from_zero)) {
      totals_.base = {};
    }
  }

  Totals& totals_;  // filled in place: this is the innermost loop of every fold
  const State& state_;
  Rules rules_;
  const Entry* before_;  // only older entries count; null: all
  const Entity subject_;
  const StatIndex stat_;
  std::int64_t sets_ = 0, raises_ = 0, penalties_ = 0, highest_ = 0, lowest_ = 0;
  bool has_bonus_ = false, has_set_ = false, base_set_ = false, has_capped_ = false;
};

}  // namespace

void addEntries(Totals& totals, const State& state, const Rules& rules, Entity subject, StatIndex stat,
                const Entry* before) {
  StatTotaller(totals, state, rules, subject, stat, before).run();
}

}  // namespace docket
