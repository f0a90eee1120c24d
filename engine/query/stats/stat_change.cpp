#include "engine/query/stats/stat_change.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "engine/query/stats/modifiers.h"
#include "engine/query/stats/stats.h"
#include "engine/state/computed_entries.h"

namespace docket {
namespace {

using schema::Change;

std::vector<Entry> allEntries(const State& state) {
  std::vector<Entry> all;
  state.entries.forEach([&](EntryIndex, const Entry& entry) { all.push_back(entry); });
  if (state.computed != nullptr) {
    all.insert(all.end(), state.computed->entries.begin(), state.computed->entries.end());
  }
  return all;
}

/// A state with another ledger.
State withLedger(const State& state, std::vector<Entry> entries, std::vector<std::string_view> names) {
  State made = state;
  made.entries = {};
  for (Card& card : made.cards) card.first_entry = kNone;
  made.other_subjects.clear();
  auto computed = std::make_shared<ComputedEntries>();
  computed->entries = std::move(entries);
  computed->names = std::move(names);
  link(*computed);
  made.computed = std::move(computed);
  return made;
}

class ChangeDecomposer {
 public:
  ChangeDecomposer(const State& before, const State& after, const Rules& rules, Entity subject, StatIndex stat)
      : before_(before), after_(after), rules_(rules), subject_(subject), stat_(stat) {}

  StatChange decompose() {
    const StatReading reading_before = readStat(before_, rules_, subject_, stat_);
    const StatReading reading_now = readStat(after_, rules_, subject_, stat_);
    if (reading_before.kind == StatReading::Kind::unknown || reading_now.kind == StatReading::Kind::unknown) {
      return {.kind = StatChange::Kind::unknown};
    }
    const StatReading given = readStat(asGiven(), rules_, subject_, stat_);
    StatChange change{.by = reading_now.amount - reading_before.amount};
    if (given.amount != reading_before.amount) {
      change.kind = given.amount > reading_before.amount ? StatChange::Kind::bonus : StatChange::Kind::penalty;
      change.clause = rules_.ruleset.clauseOfSwitch(RuleSwitch::change_is_bonus_or_penalty);
    } else if (reading_now.amount != reading_before.amount) {
      change.kind = StatChange::Kind::neither;
      change.clause = modified_by_ == kNone ? rules_.ruleset.clauseOfSwitch(exception_)
                                            : readStatChange(before_, after_, rules_, modified_by_, stat_).clause;
    } else if (zero_) {
      const bool counts = !rules_.ruleset.isOn(RuleSwitch::zero_is_no_change);
      change.kind = counts ? StatChange::Kind::bonus : StatChange::Kind::neither;
      change.clause = rules_.ruleset.clauseOfSwitch(RuleSwitch::zero_is_no_change);
    } else if (zero_of_total_) {
      change.kind = StatChange::Kind::neither;
      change.clause = rules_.ruleset.clauseOfSwitch(RuleSwitch::total_is_no_change);
    }
    return change;
  }

 private:
  /// True if, by the rules, what the switch is about is neither a bonus nor a penalty.
  bool excepted(RuleSwitch which, const Entry& entry) {
    if (!rules_.ruleset.isOn(which)) return false;
    if (entry.subject == subject_ && entry.stat_or_name == stat_) exception_ = which;
    return true;
  }

  /// The state before the event with the changes that count.
  State asGiven() {
    const std::vector<Entry> entries_before = allEntries(before_);
    const std::vector<Entry> entries_now = allEntries(after_);
    const auto find = [](const std::vector<Entry>& in, const Entry& entry) {
      const auto found = std::find_if(in.begin(), in.end(), [&](const Entry& one) { return isSame(one, entry); });
      return found == in.end() ? nullptr : &*found;
    };
    std::vector<Entry> entries;
    for (const Entry& entry : entries_before) keepFormer(entry, find(entries_now, entry), entries);
    for (const Entry& entry : entries_now) {
      if (isAboutStat(entry.kind) && find(entries_before, entry) == nullptr) takeNew(entry, entries);
    }
    const bool total_counts = !rules_.ruleset.isOn(RuleSwitch::total_is_no_change);
    const State& table = total_counts ? after_ : before_;
    const auto names = before_.computed == nullptr ? std::vector<std::string_view>{} : before_.computed->names;
    State given = withLedger(table, entries, names);
    if (std::none_of(entries.begin(), entries.end(), isModifier)) return given;
    // An attached card gives what its own stat gives by the changes that count.
    for (Entry& entry : entries) {
      if (!isModifier(entry) || entry.doubtful) continue;
      entry.amount = entry.stated_amount = static_cast<std::int32_t>(
          readStat(given, rules_, entry.source, static_cast<StatIndex>(entry.stat_or_name)).amount);
    }
    return withLedger(table, std::move(entries), names);
  }

  void keepFormer(const Entry& entry, const Entry* now, std::vector<Entry>& entries) {
    if (now == nullptr) {
      if (!isAboutStat(entry.kind) || excepted(RuleSwitch::ending_is_no_change, entry)) entries.push_back(entry);
    } else if (!isAboutStat(entry.kind) || now->amount == entry.amount) {
      entries.push_back(entry);
    } else if (isModifier(entry)) {
      if (entry.subject == subject_ && entry.stat_or_name == stat_) modified_by_ = entry.source;
      entries.push_back(entry);
    } else {
      entries.push_back(excepted(RuleSwitch::fluctuation_is_no_change, entry) ? entry : *now);
    }
  }

  void takeNew(const Entry& entry, std::vector<Entry>& entries) {
    const bool bound = entry.kind == Change::Kind::MINIMUM || entry.kind == Change::Kind::MAXIMUM;
    if (bound && excepted(RuleSwitch::bound_is_no_change, entry)) return;
    // A change of a total does not change the cards that make it up.
    const bool of_total = static_cast<bool>(rules_.ruleset.stats[entry.stat_or_name].total);
    const bool bonus = entry.kind == Change::Kind::BONUS;
    const bool zero = bonus && entry.stated_amount == 0 && entry.subject == subject_ && entry.stat_or_name == stat_;
    if (of_total && excepted(RuleSwitch::total_is_no_change, entry)) {
      zero_of_total_ = zero_of_total_ || zero;
      return;
    }
    zero_ = zero_ || zero;
    // Everything that raises a stat is a bonus; in the other reading, only explicit bonuses are.
    if (!bound && !bonus && !rules_.ruleset.isOn(RuleSwitch::change_is_bonus_or_penalty)) return;
    entries.push_back(entry);
  }

  const State& before_;
  const State& after_;
  Rules rules_;
  const Entity subject_;
  const StatIndex stat_;
  RuleSwitch exception_ = RuleSwitch::total_is_no_change;  // unless an entry about the stat itself says otherwise
  bool zero_ = false, zero_of_total_ = false;              // it is given +0, as a total or otherwise
  CardIndex modified_by_ = kNone;                          // an attached card whose own changed stat changed this one
};

}  // namespace

StatChange readStatChange(const State& before, const State& after, const Rules& rules, Entity subject, StatIndex stat) {
  const bool card = kindOf(subject) == EntityKind::card;
  if (card && (!before.isCard(subject) || !before.cards[subject].exists() || !after.cards[subject].exists())) return {};
  return ChangeDecomposer(before, after, rules, subject, stat).decompose();
}

}  // namespace docket
