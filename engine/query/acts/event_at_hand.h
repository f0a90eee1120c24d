// An event that is about to happen, and the state before it: what the judge and the fold are asked about. What it is
// about (read_event.h) is read from it once, when it is first asked for, and handed on with it.
// A state that is not there yet comes from the reducer, which is given: readings and the judge do not know it.
// Invariant: `before` outlives it, and does not change until all has been asked of it. Where the event is then folded
// into that very state, what was read of it before stays; nothing more can be read (Judging).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/query/acts/act_question.h"
#include "engine/query/acts/finding.h"
#include "engine/query/acts/read_event.h"
#include "engine/query/acts/surroundings.h"
#include "engine/query/cards/places.h"
#include "engine/query/limits/added_copies.h"
#include "engine/query/limits/applicable_limits.h"
#include "engine/query/limits/deck_copies.h"
#include "engine/state/fold_step.h"
#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// What a state has learned already of what an event says.
struct Learned {
  bool names = false;
  bool cards = false;  ///< what cards are that were in the game before it
};

/// How an event is folded (reduce.h).
struct Reducer {
  /// Folds event `number` into a state, and says what it changed. `learned`: by that state.
  void (*fold)(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Step& step,
               Learned learned);
  /// Learns what the event says of names and cards, before anything of it happens. `names_known`: the state has its
  /// names.
  void (*learn)(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, bool names_known);
};

struct ObligationChanges;

/// Where what is made for an event is put, event after event, so that its memory serves again.
struct EventRoom {
  struct Answer {
    const expression::Expression* condition;
    bool met;
  };
  /// What the event takes for granted and is not so (table_sense.h), where the state learned from it what cards are: it
  /// was asked before.
  std::optional<std::vector<Finding>> sensed;
  std::vector<Answer> answers;  ///< of conditions that were asked of the state before the event, to be kept
  std::shared_ptr<ObligationChanges> obligation_changes;  ///< for obligationChangesOf(); null: none was needed yet
};

class EventAtHand {
  std::unique_ptr<const Surroundings> own_around_;  // where nobody gave it; before what refers to it

 public:
  EventAtHand(const State& state, const Rules& by, EventNumber of, schema::Event::Reader what, const Reducer& with)
      : own_around_(what.hasContext() ? std::make_unique<const Surroundings>(Surroundings::of(what)) : nullptr),
        before(state),
        rules(by),
        number(of),
        event(what),
        around(own_around_ == nullptr ? kNothingAround : *own_around_),
        reducer_(with),
        brought_(static_cast<CardIndex>(state.cards.size())) {}
  /// `learned`: by the state. `room`: for what is made for it; null: it has a place of its own. What stands around the
  /// event and the room must outlive this.
  EventAtHand(const State& state, const Rules& by, EventNumber of, schema::Event::Reader what,
              const Surroundings& stands_around, const Reducer& with, Learned learned, EventRoom* room = nullptr)
      : before(state),
        rules(by),
        number(of),
        event(what),
        around(stands_around),
        reducer_(with),
        learned_(learned),
        room_(room),
        brought_(static_cast<CardIndex>(state.cards.size())) {}

  const State& before;
  const Rules rules;
  const EventNumber number;
  const schema::Event::Reader event;
  const Surroundings& around;

  /// What it is about.
  [[nodiscard]] const EventContext& happening() const {
    if (!happening_) happening_ = readEventContext(before, rules, event);
    return *happening_;
  }
  /// The same where the state after it is asked (after()): completed with the card that the event brings, which no
  /// state before it has. Nothing is read a second time: of a period that ended, or of what a value gained, the state
  /// after would say something else.
  [[nodiscard]] EventContext happeningIn(const State& after) const;
  /// The question about use that it asks.
  [[nodiscard]] const ActQuestion& act() const {
    if (!act_) act_ = questionOf(before, event);
    return *act_;
  }
  /// What it does to what must happen (obligation_changes.h), which reads it once and hands it on here; null: nobody
  /// has asked.
  [[nodiscard]] const std::shared_ptr<const ObligationChanges>& obligationChanges() const { return obligations_; }
  void hand(std::shared_ptr<const ObligationChanges> read) const { obligations_ = std::move(read); }
  [[nodiscard]] EventRoom* room() const { return room_; }
  /// Whether the cards that it is about are there before it (hasItsCard()), looked for once.
  [[nodiscard]] bool hasCard() const {
    if (!has_card_) has_card_ = hasItsCard(before, event);
    return *has_card_;
  }
  /// What a condition gave that asks nothing of the event itself, where that is kept and nothing that it read has
  /// changed since. Only for an event that is judged with a state that goes on: any other is just evaluated.
  [[nodiscard]] std::optional<bool> keptAnswer(const expression::Expression& condition) const {
    return room_ == nullptr ? std::nullopt : before.kept.answers.of(condition);
  }
  void handAnswer(const expression::Expression& condition, bool met) const {
    if (room_ != nullptr) room_->answers.push_back({.condition = &condition, .met = met});
  }
  /// That nobody in play must do anything before it, where it was asked (kept.h).
  [[nodiscard]] const std::optional<NobodyMust>& nobodyMust() const { return nobody_must_; }
  void handNobodyMust(const NobodyMust& found) const { nobody_must_ = found; }
  /// Whether it is an act that certainly may not be done (permissions.h), where somebody has asked.
  [[nodiscard]] const std::optional<bool>& forbidden() const { return forbidden_; }
  void handForbidden(bool is_forbidden) const { forbidden_ = is_forbidden; }
  /// The limits that hold for the use that it asks about (act()), found once.
  [[nodiscard]] const ApplicableLimits& limits() const {
    if (!limits_) limits_ = limitsOf(before, rules, act().use);
    return *limits_;
  }
  /// The copies that it adds of cards that are there before it (added_copies.h), found once.
  [[nodiscard]] const AddedCopies& addedCopies() const {
    if (!added_copies_) addCopies(before, rules, event, added_copies_.emplace());
    return *added_copies_;
  }
  /// The limits that hold for each of them, found once.
  [[nodiscard]] std::span<const ApplicableLimits> limitsOfAddedCopies() const;
  /// The table as it leaves it, for whoever only supposes it: a copy on which it is folded, made once. Valid as long as
  /// this is.
  [[nodiscard]] const State& after() const {
    if (after_ == nullptr) makeAfter();
    return *after_;
  }
  /// The copies that are too many with the deck that it registers, counted once. `after`: the table as it leaves it.
  [[nodiscard]] const std::vector<CopiesBeyond>& copiesInDeck(const State& after) const;
  /// The state before it as the event itself is read by: with the names that it brings and what it says of cards.
  /// Nothing where it brings nothing that the state does not have.
  [[nodiscard]] std::optional<State> withItsNames() const;
  /// That state, or the one before it where nothing is brought; made once. Valid as long as this is.
  [[nodiscard]] const State& knowing() const {
    if (!named_) named_ = withItsNames();
    return *named_ ? **named_ : before;
  }
  /// The same event, asked of the state that withItsNames() gave. What was read of it before is not handed on: its
  /// names mean nothing to a state that does not know them yet, so whoever asks about them reads it there, and there
  /// only.
  [[nodiscard]] EventAtHand in(const State& named) const {
    return {named, rules, number, event, around, reducer_, {.names = true, .cards = true}};
  }
  /// What the state before it has learned of what it says.
  [[nodiscard]] const Learned& learned() const { return learned_; }
  /// The same event, asked of knowing(); made once, so that judge and doubt ask of one table after it. It is this one
  /// where nothing is brought. Valid as long as this is.
  [[nodiscard]] const EventAtHand& asItKnows() const;

 private:
  void makeAfter() const;
  /// Whether the state before it has the names that it brings.
  [[nodiscard]] bool areNamesKnown() const;

  const Reducer& reducer_;
  const Learned learned_;
  EventRoom* const room_ = nullptr;
  const CardIndex brought_;  // the index of a card that it brings
  mutable std::optional<EventContext> happening_;
  mutable std::optional<ActQuestion> act_;
  mutable std::optional<std::optional<State>> named_;
  mutable std::unique_ptr<const EventAtHand> as_it_knows_;
  mutable std::unique_ptr<State> after_;
  mutable std::optional<std::vector<CopiesBeyond>> copies_in_deck_;
  mutable std::shared_ptr<const ObligationChanges> obligations_;
  mutable std::optional<NobodyMust> nobody_must_;
  mutable std::optional<bool> forbidden_;
  mutable std::optional<bool> has_card_;
  mutable std::optional<ApplicableLimits> limits_;
  mutable std::optional<AddedCopies> added_copies_;
  mutable std::optional<boost::container::small_vector<ApplicableLimits, 2>> limits_of_added_copies_;
};

}  // namespace docket
