// Reads a state for a value that is derived from it and cached (derived/derived_values.h). Each function returns what
// the state gives and records the state parts that this depends on. Code that computes a cached value gets a reader
// instead of the state, so it needs no list of its dependencies and can forget none.
// Invariant: what a function returns stays the same until a part that it recorded changes.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <range/v3/algorithm/for_each.hpp>
#include <span>
#include <utility>

#include "engine/query/acts/read_event.h"
#include "engine/query/cards/traits.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/query/stats/stats.h"
#include "engine/query/tri_state.h"
#include "engine/state/state.h"

namespace docket {

/// Entities that are not cards; mostly few.
using OtherEntities = boost::container::small_vector<Entity, 16>;

class StateReader {
 public:
  /// The state and the rules must outlive it; while it is in use, nothing in the state may change except the value that
  /// is being computed.
  StateReader(const State& state, const Rules& rules) : state_(state), rules_(rules) {}

  /// The parts that were read so far.
  [[nodiscard]] StateParts read() const { return read_; }
  /// Returns them and forgets them.
  [[nodiscard]] StateParts takeRead() { return std::exchange(read_, {}); }

  // -- What stays the same during a game.
  [[nodiscard]] const Ruleset& ruleset() const { return rules_.ruleset; }
  [[nodiscard]] Seat seats() const { return static_cast<Seat>(state_.seats); }
  [[nodiscard]] bool isCard(Entity subject) const { return state_.isCard(subject); }

  // -- Cards by where they are, and what they are.
  [[nodiscard]] CardSets::Cards cardsIn(ZoneIndex zone);
  [[nodiscard]] CardSets::Cards cardsInPlay();
  [[nodiscard]] bool exists(CardIndex card);
  [[nodiscard]] Seat controllerOf(CardIndex card);
  /// Null: it is unidentified.
  [[nodiscard]] const Definition* definitionOf(CardIndex card);

  // -- Bearers: cards that have a continuous trait, printed or granted, or are attached to another card; and other
  // entities that were granted a trait.
  /// All cards that can have a continuous trait, and possibly others, wherever they are.
  [[nodiscard]] CardSets::Cards cardsThatCanHaveTraits();
  /// All other entities that can have a continuous trait, sorted.
  [[nodiscard]] OtherEntities othersThatCanHaveTraits();
  [[nodiscard]] CardSets::Cards attachedCards();
  [[nodiscard]] bool isTraitGranted(Entity subject);
  [[nodiscard]] TraitReading traitsOf(Entity bearer);
  /// All data of a bearer. For any other card, use the result only to decide that it is not a bearer.
  [[nodiscard]] const Card& bearer(CardIndex card);
  [[nodiscard]] const Definition* definitionOfBearer(CardIndex card);

  // -- The ledger.
  /// An entry that another reading names.
  [[nodiscard]] const Entry& entry(EntryIndex index) const { return state_.entry(index); }
  /// True if `fits` holds for a recorded bonus or penalty of an entity's stat; kUnbound: of any stat.
  template <class Fits>
  [[nodiscard]] bool hasRecordedBonus(Entity subject, StatIndex stat, const Fits& fits);
  /// Calls `take` with each minimum and maximum, of all entities or of one.
  template <class Take>
  void forEachBound(const Take& take);
  template <class Take>
  void forEachBoundOf(Entity subject, const Take& take);
  /// True if an entry says, or may say, that an entity must do something.
  [[nodiscard]] bool isObligedByLedger(Entity subject);
  /// True if sayings that ended with this group of events are kept (PlayState::ended).
  [[nodiscard]] bool hasEndedSayings();

  [[nodiscard]] std::span<const PeriodNow> periods();

  // -- Stats, as stats.h reads them.
  [[nodiscard]] StatReading stat(Entity subject, StatIndex stat);
  [[nodiscard]] StatReading delta(Entity subject, StatIndex stat, std::int64_t size);
  [[nodiscard]] ContradictionKind contradictionOf(Entity subject, StatIndex stat);
  [[nodiscard]] std::int32_t bonusToReach(Entity subject, StatIndex stat, std::int32_t value, const Entry& before);
  [[nodiscard]] std::int64_t sumBefore(Entity subject, StatIndex stat, const Entry& before);

  // -- Expressions.
  /// A condition or value for an event, as conditions.h evaluates it. What reads the event cannot be cached.
  [[nodiscard]] TriState holds(const Condition& condition, const EventContext& context, Entity self, Seat each = 0);
  [[nodiscard]] expression::Value valueOf(const expression::Expression& what, const EventContext& context, Entity self);
  /// A condition about a card and its controller, without an event.
  [[nodiscard]] TriState holdsOf(const Condition& condition, CardIndex card);
  /// The value of an expression of a text, without an event. `self`: whose text it is; `it`: the card it is about.
  [[nodiscard]] expression::Value valueOfText(const expression::Expression& what, Entity self, CardIndex it);
  /// The cards that an expression of a text selects (expression::addCertainCards).
  [[nodiscard]] bool addCertainCards(const expression::Expression& what, Entity self, CardIndex it,
                                     expression::SelectedCards& into);

 private:
  void record(StatePart part) { read_ |= StateParts::of(part); }
  void recordStat(StatIndex stat);

  const State& state_;
  const Rules& rules_;
  StateParts read_;
};

template <class Fits>
bool StateReader::hasRecordedBonus(Entity subject, StatIndex stat, const Fits& fits) {
  read_ |= stat == kUnbound ? StateParts::allStats() : StateParts::ofStat(stat);
  for (EntryIndex i = state_.newestEntryAbout(subject); i != kNone; i = state_.entries[i].next_of_subject) {
    const Entry& entry = state_.entries[i];
    const bool is_meant = entry.kind == schema::Change::Kind::BONUS && (stat == kUnbound || entry.stat_or_name == stat);
    if (is_meant && fits(entry)) return true;
  }
  return false;
}

template <class Take>
void StateReader::forEachBound(const Take& take) {
  read_ |= StateParts::allStats();
  const auto take_bound = [&](const Entry& entry) {
    if (isBound(entry)) take(entry);
  };
  if (state_.bounds != 0) state_.entries.forEach([&](EntryIndex, const Entry& entry) { take_bound(entry); });
  if (state_.computed != nullptr) ranges::for_each(state_.computed->entries, take_bound);
}

template <class Take>
void StateReader::forEachBoundOf(Entity subject, const Take& take) {
  read_ |= StateParts::allStats();
  for (const EntryIndex i : state_.entriesAbout(subject)) {
    if (isBound(state_.entry(i))) take(state_.entry(i));
  }
}

}  // namespace docket
