#include "tools/lab/table_comparison.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/query/cards/characteristics.h"
#include "engine/query/stats/amounts.h"
#include "engine/query/stats/stat_totals.h"
#include "engine/query/stats/stats.h"
#include "tools/lab/paired_fold.h"
#include "tools/verdict/state_fields.h"

namespace docket::lab {
namespace {

bool sameReading(const StatReading& one, const StatReading& other) {
  return one.kind == other.kind && (one.kind != StatReading::Kind::known || one.amount == other.amount);
}

/// A stat that rules do not have is absent from everything.
StatReading readingOf(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  if (stat == kUnbound) return {.kind = StatReading::Kind::absent};
  return readStat(state, rules, subject, stat);
}

/// The card on the right that a card on the left is; kNone if it is not there.
CardIndex counterpart(const State& left, const State& right, CardIndex index) {
  const std::uint32_t number = left.cards[index].number;
  if (index < right.cards.size() && right.cards[index].number == number) return index;
  return right.cardOf(number);
}

/// A subject as the record names it; cards that both sides have go by one number.
Entity subjectOf(const State& left, Entity on_left, const State& right, Entity on_right) {
  return on_left == kNone ? recorded(right, on_right) : recorded(left, on_left);
}

/// Tells the cards that only the right side has from the others.
constexpr Entity kOnRightAlone = 0x0800'0000U;

bool isChanged(const State& state, Entity subject) {
  const auto entries = state.entriesAbout(subject);
  return entries.begin() != EntriesAbout::end();
}

/// The parts of the state that a non-card stat depends on.
StateParts restsOn(const Ruleset& ruleset, StatIndex stat) {
  if (stat == kUnbound) return {};
  return ruleset.total_reads[stat] | StateParts::ofStat(stat);
}

/// The clause of the first calculation step that gives a different value for a stat.
std::string stepClause(const StatDerivation& mine, const StatDerivation& theirs, const Ruleset& ruleset,
                       StatIndex stat) {
  const Calculation& calculation = ruleset.calculation;
  if (mine.reading.kind != theirs.reading.kind) return calculation.absent_clause;
  if (mine.reading.base != theirs.reading.base) return {};
  if (mine.sum != theirs.sum) return calculation.sum_clause;
  if (mine.floored != theirs.floored) return ruleset.stats[stat].floor_clause;
  switch (mine.contradiction) {
    case ContradictionKind::none:
      return calculation.clamp_clause;
    case ContradictionKind::above:
      return calculation.contradiction_clauses[1];
    case ContradictionKind::between:
      return calculation.contradiction_clauses[2];
    default:
      return calculation.contradiction_clauses[0];
  }
}

}  // namespace

TableComparison::TableComparison(const Sides& sides, std::vector<Difference>& found)
    : sides_(sides), left_(sides_.left), right_(sides_.right), found_(found) {
  const auto add = [&](const std::string& name) {
    const StatIndex mine = left_.ruleset.stat(name);
    const StatIndex other = right_.ruleset.stat(name);
    const auto holds = [&](const auto& condition) {
      return (mine == kUnbound || condition(left_.ruleset.stats[mine])) &&
             (other == kUnbound || condition(right_.ruleset.stats[other]));
    };
    const bool no_total = holds([](const Stat& stat) { return !stat.total; });
    const bool is_size = holds([](const Stat& stat) { return stat.delta != schema::Stat::Delta::NONE; });
    rests_on_ |= restsOn(left_.ruleset, mine);
    (is_size ? sizes_ : stats_)
        .push_back({.name = name,
                    .left = mine,
                    .right = other,
                    .of_cards = holds([](const Stat& stat) { return stat.of == schema::Stat::Holder::CARD; }),
                    .total = !no_total,
                    .rests_on = restsOn(left_.ruleset, mine)});
    has_totals_ = has_totals_ || !no_total;
    const bool never_of_cards = holds(
        [](const Stat& stat) { return stat.of != schema::Stat::Holder::CARD && stat.of != schema::Stat::Holder::ANY; });
    cards_have_totals_ = cards_have_totals_ || (!no_total && !never_of_cards);
  };
  for (const Stat& stat : left_.ruleset.stats) add(stat.name);
  for (const Stat& stat : right_.ruleset.stats) {
    if (left_.ruleset.stat(stat.name) == kUnbound) add(stat.name);
  }
}

bool TableComparison::sameFacts(const State& left, const State& right) const {
  return sides_.one_table || (sides_.share_vocabulary && left.fingerprint == right.fingerprint);
}

void TableComparison::compare(const State& left, const State& right, const Step& left_step, const Step& right_step,
                              EventNumber number) {
  const Tables tables{.left = left, .right = right, .number = number, .same_facts = sameFacts(left, right)};
  forget(left_step.changed);
  if (tables.same_facts && !sides_.readings_differ) return;
  if (sides_.one_table) {
    for (const CardIndex index : left_step.cards) card(tables, index);
    others(tables, left_step.cards);
    return;
  }
  std::vector<CardIndex> touched = left_step.cards;
  for (const CardIndex index : right_step.cards) {
    const CardIndex mine = counterpart(right, left, index);
    if (mine == kNone) {
      compareField(tables, kNone, index, {.kind = TableField::Kind::zone});  // it came into the game on this side only
    } else if (!ranges::contains(touched, mine)) {
      touched.push_back(mine);
    }
  }
  for (const CardIndex index : touched) card(tables, index);
  others(tables, touched);
  if (!tables.same_facts) values(tables);
}

void TableComparison::compareAll(const State& left, const State& right, EventNumber number) {
  const Tables tables{.left = left, .right = right, .number = number, .same_facts = sameFacts(left, right)};
  forget(StateParts::everything());
  if (tables.same_facts && !sides_.readings_differ) return;
  std::vector<CardIndex> all;
  for (CardIndex index = 0; index < left.cards.size(); ++index) {
    all.push_back(index);
    card(tables, index);
  }
  others(tables, all);
  values(tables);
}

void TableComparison::finish(const State& left, const State& right, EventNumber number) {
  compareAll(left, right, number);
  for (const FoundDifference& found : found_subjects_) {
    Difference& one = found_[found.place];
    const Entity subject = subjectOf(left, found.left, right, found.right);
    one.lasts =
        readField(left, left_, subject, one.compared.field) != readField(right, right_, subject, one.compared.field);
  }
}

bool TableComparison::compareField(const Tables& tables, Entity left, Entity right, TableField field) {
  std::string word = fieldWord(field);
  const std::pair key(left == kNone ? kOnRightAlone | right : left, word);
  if (known_.contains(key)) return false;
  const Entity subject = subjectOf(tables.left, left, tables.right, right);
  std::string from = readField(tables.left, left_, subject, field);
  std::string to = readField(tables.right, right_, subject, field);
  if (from == to) return true;
  known_.insert(key);
  found_subjects_.push_back({.place = found_.size(), .left = left, .right = right});
  Difference& made = found_.emplace_back();
  made.compared.kind = ComparedItem::Kind::value;
  made.compared.event = tables.number;
  made.compared.subject = subject;
  made.subject =
      left == kNone ? subjectWords(tables.right, right_, subject) : subjectWords(tables.left, left_, subject);
  made.from = std::move(from);
  made.to = std::move(to);
  if (field.kind == TableField::Kind::stat) made.named = clausesOf(tables, left, right, field.name);
  const bool is_here = left != kNone;
  const State& state = is_here ? tables.left : tables.right;
  if (const Entity card = is_here ? left : right; state.isCard(card)) {
    const Definition* definition = state.definitionOf(state.cards[card]);
    if (definition != nullptr) made.named.push_back(changeOfCard(definition->key));
  }
  made.compared.key = std::move(word);
  made.compared.field = std::move(field);
  return false;
}

std::vector<std::string> TableComparison::clausesOf(const Tables& tables, Entity left, Entity right,
                                                    const std::string& stat) const {
  const StatIndex mine = left_.ruleset.stat(stat);
  const StatIndex theirs = right_.ruleset.stat(stat);
  if (mine == kUnbound || theirs == kUnbound) return {};
  const StatDerivation one = deriveStat(tables.left, left_, left, mine);
  const StatDerivation other = deriveStat(tables.right, right_, right, theirs);
  std::vector<std::string> clauses{stepClause(other, one, right_.ruleset, theirs),
                                   stepClause(one, other, left_.ruleset, mine)};
  std::erase(clauses, std::string{});
  return clauses;
}

void TableComparison::card(const Tables& tables, CardIndex index) {
  if (sides_.one_table) {
    const Card& one = tables.left.cards[index];
    if (one.exists() && left_.ruleset.zones[one.zone].in_play) readings(tables, index, index);
    return;
  }
  const CardIndex theirs = counterpart(tables.left, tables.right, index);
  const Card& mine = tables.left.cards[index];
  if (theirs == kNone || mine.exists() != tables.right.cards[theirs].exists()) {
    if (mine.exists() || theirs != kNone) compareField(tables, index, theirs, {.kind = TableField::Kind::zone});
    return;
  }
  if (!mine.exists()) return;
  const Card& other = tables.right.cards[theirs];
  const Zone& zone = left_.ruleset.zones[mine.zone];
  const Zone& other_zone = right_.ruleset.zones[other.zone];
  if (zone.name != other_zone.name || mine.zone_player != other.zone_player)
    compareField(tables, index, theirs, {.kind = TableField::Kind::zone});
  if (!zone.in_play && !other_zone.in_play) return;
  if (!tables.same_facts) {
    for (const TableField::Kind kind : {TableField::Kind::face, TableField::Kind::orientation, TableField::Kind::host})
      compareField(tables, index, theirs, {.kind = kind});
  }
  if (mine.controller != other.controller) compareField(tables, index, theirs, {.kind = TableField::Kind::controller});
  readings(tables, index, theirs);
}

void TableComparison::readings(const Tables& tables, CardIndex left, CardIndex right) {
  const auto printed = printedOn(tables, left, right);
  const bool known = printed && ranges::contains(same_as_printed_, *printed);
  const bool same_names = known || names(tables, left, right);
  // A total that no card has is absent from each that is as it is printed.
  const bool same_stats =
      (known && !cards_have_totals_) || stats(tables, left, right, true, known ? Which::totals : Which::all);
  if (printed && !known && same_names && same_stats) same_as_printed_.push_back(*printed);
}

std::optional<TableComparison::Printed> TableComparison::printedOn(const Tables& tables, CardIndex left,
                                                                   CardIndex right) {
  if (isChanged(tables.left, left) || isChanged(tables.right, right)) return std::nullopt;
  return whatIsPrinted(tables, left, right);
}

std::optional<TableComparison::Printed> TableComparison::whatIsPrinted(const Tables& tables, CardIndex left,
                                                                       CardIndex right) {
  const Card& mine = tables.left.cards[left];
  const Card& other = tables.right.cards[right];
  const Printed printed{.left = tables.left.definitionOf(mine),
                        .right = tables.right.definitionOf(other),
                        .left_created = mine.created,
                        .right_created = other.created};
  if (printed.left == nullptr || printed.right == nullptr) return std::nullopt;
  return printed;
}

/// Names differ only if the rules about them do, or if the ledger affects the card.
bool TableComparison::names(const Tables& tables, CardIndex left, CardIndex right) {
  bool same = true;
  if (sides_.one_table) {
    const auto printed = isAsPrinted(tables.left, left) ? whatIsPrinted(tables, left, right) : std::nullopt;
    if (printed && ranges::contains(named_as_printed_, *printed)) return same;
    if (printed) named_as_printed_.push_back(*printed);
    askNames(tables.left, left_, left);
    return same;
  }
  if (!sides_.names_differ && !isChanged(tables.left, left) && !isChanged(tables.right, right)) return same;
  for (const TableField::Kind kind : {TableField::Kind::types, TableField::Kind::keywords, TableField::Kind::title}) {
    if (!compareField(tables, left, right, {.kind = kind})) same = false;
  }
  return same;
}

/// Values read of one table that depend on the changed parts must be read again.
void TableComparison::forget(StateParts changed) {
  if (!sides_.one_table) return;
  // Values with untracked dependencies are read again each time.
  changed |= StateParts::of(StatePart::other) | StateParts::of(StatePart::event);
  if (!changed.touch(rests_on_)) return;
  as_read_.clear();
  for (StatPair& pair : stats_) {
    if (changed.touch(pair.rests_on)) pair.as_read.clear();
  }
}

bool TableComparison::stats(const Tables& tables, Entity left, Entity right, bool is_card, Which which) {
  bool same = true;
  for (StatPair& pair : stats_) {
    if ((!is_card && pair.of_cards) || (which == Which::totals && !pair.total)) continue;
    if (sides_.one_table && !is_card) {
      // With one table on both sides, a reading that was compared need not be compared again.
      if (ranges::contains(pair.as_read, left)) continue;
      pair.as_read.push_back(left);
    }
    same = stat(tables, left, right, pair) && same;
  }
  if (which == Which::totals || sizes_.empty()) return same;
  // The size of a change has no value of its own: only entries in the ledger could give it one.
  if (!isChanged(tables.left, left) && !isChanged(tables.right, right)) return same;
  for (const StatPair& size : sizes_) same = stat(tables, left, right, size) && same;
  return same;
}

bool TableComparison::stat(const Tables& tables, Entity left, Entity right, const StatPair& pair) {
  const StatReading mine = readingOf(tables.left, left_, left, pair.left);
  if (sides_.one_table || sameReading(mine, readingOf(tables.right, right_, right, pair.right))) return true;
  compareField(tables, left, right, {.kind = TableField::Kind::stat, .name = pair.name});
  return pair.total;
}

/// Entities that are no cards: those that the ledger has something about, and those that have totals of cards.
void TableComparison::others(const Tables& tables, const std::vector<CardIndex>& touched) {
  boost::container::small_vector<Entity, 16> subjects;
  const auto add = [&](Entity subject) {
    if (subject == kNone || tables.left.isCard(subject) || ranges::contains(subjects, subject)) return;
    if (sides_.one_table && ranges::contains(as_read_, subject)) return;
    subjects.push_back(subject);
  };
  for (const State* state : {&tables.left, &tables.right}) {
    for (const auto& [subject, entry] : state->other_subjects) {
      if (entry != kNone) add(subject);
    }
    if (state->computed == nullptr) continue;
    for (const auto& [subject, entry] : state->computed->by_subject) add(subject);
    if (sides_.one_table) break;
  }
  if (has_totals_ && !touched.empty()) {
    for (Seat seat = 1; seat <= tables.left.seats; ++seat) add(entityOf(EntityKind::player, seat));
    for (const CardIndex index : touched) {
      Entity host = tables.left.cards[index].host;
      if (tables.left.isCard(host)) host = tables.left.cards[host].host;
      add(host);
    }
  }
  for (const Entity subject : subjects) {
    const bool unchanged = !isChanged(tables.left, subject) && !isChanged(tables.right, subject);
    const bool known = unchanged && ranges::contains(same_unchanged_, subject);
    const bool same = stats(tables, subject, subject, false, known ? Which::totals : Which::all);
    if (same && unchanged && !known) same_unchanged_.push_back(subject);
    if (sides_.one_table) as_read_.push_back(subject);
  }
}

/// Counters and values are facts of the record: reading them asks nothing of the rules.
void TableComparison::values(const Tables& tables) {
  if (sides_.one_table) return;
  const auto each = [&](const State& state, const Rules& rules) {
    for (const Counter& counter : state.counters) {
      const Entity left = tables.left.subjectOf(recorded(state, counter.subject));
      const Entity right = tables.right.subjectOf(recorded(state, counter.subject));
      if (left != kNone && right != kNone) compareField(tables, left, right, {.kind = TableField::Kind::counters});
    }
    for (const EntityValue& value : state.values) {
      const Entity subject = recorded(state, value.subject);
      const Entity left = tables.left.subjectOf(subject);
      if (left == kNone) continue;
      const std::string name(valueName(state, rules.ruleset, value.key));
      compareField(tables, left, tables.right.subjectOf(subject), {.kind = TableField::Kind::value, .name = name});
    }
  };
  each(tables.left, left_);
  each(tables.right, right_);
}

}  // namespace docket::lab
