// An event that is about to happen, with the state before it: the input of the judge and the fold. Its event
// context (read_event.h) is read once, on first use, and then reused. The state after it comes from a reducer that is
// passed in; readings and the judge do not depend on the fold.
// Invariant: `before` outlives it and does not change while it is read. Once the event is folded into that same state,
// earlier results stay valid (EventJudge), but reading anything more throws std::logic_error.
#pragma once

#include <boost/container/small_vector.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/query/acts/act_question.h"
#include "engine/query/acts/finding.h"
#include "engine/query/acts/read_event.h"
#include "engine/query/acts/recorded_context.h"
#include "engine/query/cards/places.h"
#include "engine/query/limits/added_copies.h"
#include "engine/query/limits/applicable_limits.h"
#include "engine/query/limits/deck_copies.h"
#include "engine/state/fold_step.h"
#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// What a state has already learned from an event.
struct Learned {
  bool names = false;
  bool cards = false;  ///< the identities of cards that were in the game before it
};

/// The functions that fold an event (reduce.h).
struct Reducer {
  /// Folds event `number` into a state and reports the changes. `learned`: what that state has already learned from it.
  void (*fold)(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Step& step,
               Learned learned);
  /// Learns the names and card identities that the event gives, before any of its effects. `learned`: as for `fold`.
  void (*learn)(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Learned learned);
};

struct ObligationChanges;

/// Storage for data that is computed per event, reused from event to event to save allocations.
struct EventScratch {
  /// The assumptions of the event that do not hold (table_check.h), checked before the state learned card identities
  /// from the event.
  std::optional<std::vector<Finding>> table_findings;
  std::shared_ptr<ObligationChanges> obligation_changes;  ///< for obligationChangesOf(); null: not needed yet
};

/// What the judge and the fold both read of an event, so that it is read once. Empty: not read yet.
struct JudgeCache {
  std::shared_ptr<const ObligationChanges> obligation_changes;  ///< its changes to the obligations
  std::optional<bool> is_forbidden;                             ///< true: an act that is certainly forbidden
  /// The state parts that the judge read when it found that no card in play had to act. Empty if it did not look, or a
  /// card may have had to act.
  std::optional<StateParts> read_for_none_obliged;
};

/// What the fold of an event reads of it after its state has begun to change.
struct ReadByFold {
  bool context = false;
  bool act = false;
  bool added_copies = false;
};

/// An event and the state on which it happens.
struct EventOnState {
  const State& before;
  const Rules rules;
  const EventNumber number;
  const schema::Event::Reader event;
  const RecordedContext recorded_context;
};

/// Made by RunningState::next() for a recorded event that is judged and then folded, and by pendingEvent() and
/// pendingEventOnInformed() (reduce.h) for an event on a given state. judge() and the doubts use informed(), the same
/// event on a state that has the names and identities that it gives.
class PendingEvent : public EventOnState {
 public:
  /// `learned`: by the state. `scratch`: storage for data computed for the event, which must outlive this; null: it
  /// uses its own.
  PendingEvent(const EventOnState& event_on_state, const Reducer& reducer, Learned learned,
               EventScratch* scratch = nullptr)
      : EventOnState(event_on_state),
        reducer_(reducer),
        learned_(learned),
        scratch_(scratch),
        brought_(static_cast<CardIndex>(before.cards.size())),
        has_its_cards_(docket::hasItsCards(before, event)) {}

  /// The event context.
  [[nodiscard]] const EventContext& context() const {
    return readOnce(context_, [this] { return readEventContext(before, rules, event); });
  }
  /// The event context for a query on the state after the event (after()): completed with the card that the event
  /// brings, which the state before it does not have. Nothing else is read again: the state after would give another
  /// result for a period that ended or a value that was gained.
  [[nodiscard]] EventContext contextIn(const State& after) const;
  /// The question about use that the event asks.
  [[nodiscard]] const ActQuestion& act() const {
    return readOnce(act_, [this] { return actQuestionOf(before, event); });
  }
  /// Reads what the fold needs. Call before the event is folded into `before` itself: nothing more can be read then.
  void readForFold(const ReadByFold& needed) const;
  [[nodiscard]] JudgeCache& judgeCache() const { return judge_cache_; }
  [[nodiscard]] EventScratch* scratch() const { return scratch_; }
  /// True if the cards that the event is about exist before it (hasItsCards()).
  [[nodiscard]] bool hasItsCards() const { return has_its_cards_; }
  /// The limits that apply to the use that the event asks about (act()).
  [[nodiscard]] const ApplicableLimits& limits() const {
    return readOnce(limits_, [this] { return limitsOf(before, rules, act().use); });
  }
  /// The copies that the event adds of cards that exist before it (added_copies.h).
  [[nodiscard]] const AddedCopies& addedCopies() const {
    return readOnce(added_copies_, [this] { return docket::addedCopies(before, rules, event); });
  }
  /// The limits that apply to each of these copies.
  [[nodiscard]] std::span<const ApplicableLimits> limitsOfAddedCopies() const;
  /// The state after the event, for hypothetical questions: a copy into which the event is folded, made once. Valid as
  /// long as this is.
  [[nodiscard]] const State& after() const;
  /// The copies beyond a limit in the deck that the event registers, counted once. `after`: the state after the event.
  [[nodiscard]] const std::vector<CopiesBeyond>& copiesInDeck(const State& after) const;
  /// The state before the event, extended with the names and the card identities that the event gives; the state before
  /// it if it gives nothing that the state does not have. Valid as long as this is.
  [[nodiscard]] const State& informedState() const { return informed().before; }
  /// The same event on a state that has what the event gives. The event context is read again: its names are unknown
  /// to the original state, so a query about them must use the extended state.
  [[nodiscard]] PendingEvent onState(const State& state) const {
    return {{.before = state, .rules = rules, .number = number, .event = event, .recorded_context = recorded_context},
            reducer_,
            {.names = true, .cards = true}};
  }
  /// What the state before the event has already learned from it.
  [[nodiscard]] const Learned& learned() const { return learned_; }
  /// The same event with the state informedState(); made once, so that judge and doubt share one state after it.
  /// Returns this event if it gives nothing new. Valid as long as this is.
  [[nodiscard]] const PendingEvent& informed() const;

 private:
  /// The cached value, which is read on first use, but not once the event is folded.
  template <typename T, typename Read>
  const T& readOnce(std::optional<T>& cached, Read read) const {
    if (!cached) {
      requireNotFolded();
      cached.emplace(read());
    }
    return *cached;
  }
  /// Throws std::logic_error if the event is being folded into `before`, or has been.
  void requireNotFolded() const;
  /// A copy of the state before the event with what the event gives; null if it gives nothing new.
  [[nodiscard]] std::unique_ptr<const State> informedCopy() const;
  /// True if the state before the event has the names that it brings.
  [[nodiscard]] bool areNamesKnown() const;

  const Reducer& reducer_;
  const Learned learned_;
  EventScratch* const scratch_;
  const CardIndex brought_;  // the index of a card that the event brings
  const bool has_its_cards_;
  mutable bool is_folded_ = false;
  mutable std::optional<EventContext> context_;
  mutable std::optional<ActQuestion> act_;
  mutable std::unique_ptr<const State> informed_state_;
  mutable std::unique_ptr<const PendingEvent> informed_;
  mutable std::unique_ptr<State> after_;
  mutable std::optional<std::vector<CopiesBeyond>> copies_in_deck_;
  mutable JudgeCache judge_cache_;
  mutable std::optional<ApplicableLimits> limits_;
  mutable std::optional<AddedCopies> added_copies_;
  mutable std::optional<boost::container::small_vector<ApplicableLimits, 2>> limits_of_added_copies_;
};

}  // namespace docket
