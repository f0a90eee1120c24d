#include "tools/explain/board.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/lower_bound.hpp>

#include "engine/query/cards/statements.h"
#include "tools/words/amount_words.h"

namespace docket {
namespace {

using SeenBy = schema::Zone::SeenBy;

/// Cards attached deeper than this are shown in their own zone: a foreign record may nest attachments without end.
constexpr int kDeepestNesting = 6;

class BoardMaker {
 public:
  BoardMaker(const Words& words, EventNumber last, CachedCards* cached)
      : words_(words), state_(words.state()), rules_(words.rules()), cached_(cached) {
    board_.at = state_.event;
    board_.last = last;
  }

  Board make() && {
    for (std::uint32_t seat = 1; seat <= state_.seats; ++seat) addSide(static_cast<Seat>(seat));
    addSide(0);
    addOthers();
    board_.limits = countsOfLimits(state_, rules_);
    board_.grade.uncertain_limits = static_cast<std::uint32_t>(board_.limits.uncertain_uses.size());
    if (board_.grade.unknown + board_.grade.uncertain_limits != 0) lower(Grade::unverified);
    return std::move(board_);
  }

 private:
  void lower(Grade to) { board_.grade.overall = worse(board_.grade.overall, to); }

  /// The number of hosts above a card; beyond kDeepestNesting if there are too many or a cycle.
  [[nodiscard]] int depthOf(CardIndex index) const {
    int depth = 0;
    while (depth <= kDeepestNesting && state_.isCard(state_.cards[index].host)) {
      index = state_.cards[index].host;
      ++depth;
    }
    return depth;
  }
  [[nodiscard]] bool isNested(CardIndex index) const {
    const int depth = depthOf(index);
    return depth != 0 && depth <= kDeepestNesting;
  }
  [[nodiscard]] bool inPlay(const Card& card) const { return rules_.ruleset.zones[card.zone].in_play; }

  void grade(BoardGrade& grade, const AmountReading& reading, std::string_view name, Entity subject) const {
    if (reading.value.grade == Grade::exact) return;
    grade.overall = worse(grade.overall, reading.value.grade);
    if (reading.value.grade == Grade::diverged) {
      grade.diverged.push_back(fmt::format("{} of {}: {} computed, {} observed at event {}", clipped(name),
                                           words_.subject(subject), amountWords(reading), seenWords(*reading.seen),
                                           reading.seen->event));
    } else if (reading.from == AmountReading::From::observed) {
      ++grade.observed;
      grade.stale += reading.stale_since != 0 ? 1U : 0U;
    } else if (reading.from == AmountReading::From::printed) {
      ++grade.printed;
    } else {
      ++grade.uncertain;
    }
  }

  /// Calls `take` with the amount of each observation about a subject.
  template <class Take>
  void forEachSeen(Entity subject, Take&& take) const {
    auto seen = ranges::lower_bound(state_.observations, subject, {}, &Observation::subject);
    for (; seen != state_.observations.end() && seen->subject == subject; ++seen) take(amountOf(state_, *seen));
  }
  [[nodiscard]] bool isStatSeen(Entity subject, StatIndex stat) const {
    bool is_seen = false;
    forEachSeen(subject, [&](const AmountOf& amount) { is_seen = is_seen || (amount.stat == stat && !amount.base); });
    return is_seen;
  }
  /// Grades the base values of a subject: a board does not show them, but reports those that differ.
  void gradeBases(BoardGrade& grade, Entity subject) const {
    forEachSeen(subject, [&](const AmountOf& amount) {
      if (!amount.base) return;
      this->grade(grade, readAmount(state_, rules_, amount), "base " + rules_.ruleset.stats[amount.stat].name, subject);
    });
  }

  void addGrade(const BoardGrade& one) {
    BoardGrade& grade = board_.grade;
    lower(one.overall);
    grade.unknown += one.unknown;
    grade.observed += one.observed;
    grade.stale += one.stale;
    grade.printed += one.printed;
    grade.uncertain += one.uncertain;
    grade.diverged.insert(grade.diverged.end(), one.diverged.begin(), one.diverged.end());
  }

  [[nodiscard]] std::vector<Counter> countersOn(Entity subject) const {
    std::vector<Counter> counters;
    for (const Counter& counter : state_.counters) {
      if (counter.subject == subject) counters.push_back(counter);
    }
    return counters;
  }

  [[nodiscard]] std::vector<BoardValue> valuesOf(Entity subject) {
    std::vector<std::uint32_t> keys;
    for (const EntityValue& value : state_.values) {
      if (value.subject == subject) keys.push_back(value.key);
    }
    forEachSeen(subject, [&](const AmountOf& amount) {
      if (amount.stat == kUnbound && !ranges::contains(keys, amount.key)) keys.push_back(amount.key);
    });
    std::vector<BoardValue> values;
    for (const std::uint32_t key : keys) {
      values.push_back({.key = key, .reading = readAmount(state_, rules_, {.subject = subject, .key = key})});
      grade(board_.grade, values.back().reading, words_.valueName(key), subject);
    }
    return values;
  }

  void addStats(CachedCards::CachedCard& cached) const {
    BoardCard& made = cached.card;
    const bool hidden = words_.viewer() != 0 && !words_.knows(made.card);
    const bool known = words_.knows(made.card) && inPlay(state_.cards[made.card]);
    for (std::size_t i = 0; i < rules_.ruleset.stats.size(); ++i) {
      const auto stat = static_cast<StatIndex>(i);
      // For an unknown card, or one out of play, only observed stats are shown.
      if (!known && !isStatSeen(made.card, stat)) continue;
      AmountReading reading = readAmount(state_, rules_, {.subject = made.card, .stat = stat});
      if (hidden) reading = asSeen(std::move(reading));
      // Stats that the card does not have are not shown.
      if (reading.value.isAbsent() && !reading.seen) continue;
      grade(cached.grade, reading, rules_.ruleset.stats[i].name, made.card);
      const auto printed = hidden ? std::nullopt : printedAmount(state_, made.card, stat);
      made.stats.push_back({.stat = stat, .reading = std::move(reading), .printed = printed});
    }
    if (!hidden) gradeBases(cached.grade, made.card);
  }

  /// The card without its attachments.
  [[nodiscard]] CachedCards::CachedCard makeCard(CardIndex index) const {
    CachedCards::CachedCard made{.card = {.card = index, .counters = countersOn(index)}};
    made.card.statements = statementsAbout(state_, index, words_.viewer());
    addStats(made);
    if (inPlay(state_.cards[index]) && !words_.knows(index)) ++made.grade.unknown;
    for (const EntryIndex i : state_.entriesAbout(index)) {
      const Entry& entry = state_.entry(i);
      const bool shows = Words::isAboutStat(entry.kind) || entry.kind == schema::Change::Kind::CONTROL;
      if (!shows) made.card.changes.push_back(i);
    }
    std::reverse(made.card.changes.begin(), made.card.changes.end());
    return made;
  }

  BoardCard cardOf(CardIndex index, int depth) {
    BoardCard made;
    if (cached_ == nullptr) {
      auto fresh = makeCard(index);
      addGrade(fresh.grade);
      made = std::move(fresh.card);
    } else {
      const bool is_due = cached_->due[index];
      if (is_due) cached_->cards[index] = makeCard(index);
      cached_->due[index] = false;
      addGrade(cached_->cards[index].grade);
      made = is_due ? cached_->cards[index].card : BoardCard{.card = index};
    }
    const Card& card = state_.cards[index];
    for (CardIndex i = card.first_attached; i != kNone && depth < kDeepestNesting; i = state_.cards[i].next_attached) {
      if (isNested(i)) made.attached.push_back(cardOf(i, depth + 1));
    }
    std::reverse(made.attached.begin(), made.attached.end());
    return made;
  }

  [[nodiscard]] std::vector<CardIndex> cardsIn(ZoneIndex zone, Seat seat) const {
    if (rules_.ruleset.zones[zone].kind == schema::Zone::Kind::PILE) {
      const auto& pile = state_.piles[state_.pile(zone, seat)];
      return {pile.rbegin(), pile.rend()};
    }
    std::vector<CardIndex> cards;
    for (CardIndex i = 0; i < state_.cards.size(); ++i) {
      if (state_.cards[i].zone == zone && state_.cards[i].zone_player == seat) cards.push_back(i);
    }
    std::stable_sort(cards.begin(), cards.end(),
                     [&](CardIndex one, CardIndex other) { return state_.cards[one].slot < state_.cards[other].slot; });
    return cards;
  }

  void addSide(Seat seat) {
    const Entity player = entityOf(EntityKind::player, seat);
    BoardSide side{.seat = seat};
    if (seat != 0) side.values = valuesOf(player);
    if (seat != 0) side.counters = countersOn(player);
    for (std::size_t i = 0; i < rules_.ruleset.zones.size(); ++i) {
      const Zone& zone = rules_.ruleset.zones[i];
      const auto cards = cardsIn(static_cast<ZoneIndex>(i), seat);
      const bool expected = (zone.owner == schema::Zone::Owner::SHARED) == (seat == 0);
      if (cards.empty() && !expected) continue;
      side.zones.push_back({.zone = static_cast<ZoneIndex>(i),
                            .counted_only = zone.kind == schema::Zone::Kind::PILE && zone.seen_by == SeenBy::NOBODY,
                            .count = static_cast<std::uint32_t>(cards.size())});
      if (side.zones.back().counted_only) continue;
      for (const CardIndex card : cards) {
        const bool slotted = zone.kind == schema::Zone::Kind::SLOTS;
        if (!isNested(card)) {
          side.zones.back().cards.push_back(cardOf(card, 0));
        } else if (slotted) {
          side.zones.back().cards.push_back({.card = card, .elsewhere = true});
        }
      }
    }
    if (seat != 0 || !side.zones.empty()) board_.sides.push_back(std::move(side));
  }

  void addOthers() {
    std::vector<Entity> subjects;
    const auto note = [&](Entity subject) {
      const bool other = !state_.isCard(subject) && subject != kNone && kindOf(subject) != EntityKind::player;
      if (other && !ranges::contains(subjects, subject)) subjects.push_back(subject);
    };
    for (const EntityValue& value : state_.values) note(value.subject);
    for (const Observation& seen : state_.observations) note(seen.subject);
    for (const Counter& counter : state_.counters) note(counter.subject);
    for (const auto& [subject, entry] : state_.other_subjects) {
      if (entry != kNone) note(subject);
    }
    std::sort(subjects.begin(), subjects.end());
    for (const Entity subject : subjects) {
      BoardOther other{.subject = subject, .values = valuesOf(subject), .counters = countersOn(subject)};
      for (std::size_t i = 0; i < rules_.ruleset.stats.size(); ++i) {
        const auto stat = static_cast<StatIndex>(i);
        if (!hasEntryAbout(subject, i) && !isStatSeen(subject, stat)) continue;
        other.stats.push_back(
            {.stat = stat, .reading = readAmount(state_, rules_, {.subject = subject, .stat = stat})});
        grade(board_.grade, other.stats.back().reading, rules_.ruleset.stats[i].name, subject);
      }
      gradeBases(board_.grade, subject);
      board_.others.push_back(std::move(other));
    }
  }

  [[nodiscard]] bool hasEntryAbout(Entity subject, std::size_t stat) const {
    for (const EntryIndex i : state_.entriesAbout(subject)) {
      if (Words::isAboutStat(state_.entry(i).kind) && state_.entry(i).stat_or_name == stat) return true;
    }
    return false;
  }

  const Words& words_;
  const State& state_;
  Rules rules_;
  CachedCards* cached_;
  Board board_;
};

}  // namespace

std::vector<BoardStatement> statementsAbout(const State& state, CardIndex card, Seat viewer) {
  std::vector<BoardStatement> all;
  for (const Statement& one : *state.statements) {
    if (!isAbout(one, card)) continue;
    all.push_back({.event = one.event, .seats = one.seats, .says = hasHeard(one, viewer) ? one.words : std::string{}});
  }
  return all;
}

Board makeBoard(const Words& words, EventNumber last, CachedCards* cached) {
  return BoardMaker(words, last, cached).make();
}

}  // namespace docket
