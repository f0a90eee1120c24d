// What a state keeps from event to event beside its facts, so that only what changed is computed again: what the
// continuous traits and the conditions of a win read when they were last asked, and whether that has changed since;
// that nobody must do anything, what conditions gave, and which bounds contradict each other.
// Invariant: it follows from the facts that came before, and decides what is computed again, never what that gives.
// It is in no fingerprint and no keyframe, and as large as the ruleset has ways to win and conditions, and the table
// cards with traits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/rules/expression/expression.h"
#include "engine/rules/state_parts.h"
#include "engine/state/card.h"
#include "engine/state/few_entities.h"

namespace docket {

/// Whether something that was computed still holds: what it rests on, and whether that has changed.
class Validity {
 public:
  /// Whether none of what it was computed from has changed since.
  [[nodiscard]] bool holds() const { return holds_; }
  void restsOn(StateParts read) {
    read_ = read;
    holds_ = !read.has(StatePart::other) && !read.has(StatePart::event);
  }
  void change(StateParts changed) { holds_ = holds_ && !read_.touch(changed); }
  void forget() { holds_ = false; }

 private:
  StateParts read_{};
  bool holds_ = false;
};

/// What each continuous trait comes to by itself (fold/traits_apart.h).
class TraitsApart;

/// That no card in play must do anything, as whoever judges each event tells it.
struct NobodyMust {
  Validity all;        ///< of every card
  Validity of_rest;    ///< of those of which nothing has changed since: where nothing else has that it rests on either
  EventNumber at = 0;  ///< the event after which it was so

  void change(StateParts changed) {
    all.change(changed);
    of_rest.change(changed);
  }
};

/// Several of them, which are told together: a change that none of them rests on costs no look at each.
class Validities {
 public:
  [[nodiscard]] std::size_t size() const { return each_.size(); }
  void resize(std::size_t count) { each_.resize(count); }
  [[nodiscard]] bool holds(std::size_t which) const { return each_[which].holds(); }
  void restsOn(std::size_t which, StateParts read) {
    each_[which].restsOn(read);
    read_ |= read;
  }
  void change(StateParts changed) {
    if (!read_.touch(changed)) return;
    for (Validity& one : each_) one.change(changed);
  }

 private:
  std::vector<Validity> each_;
  StateParts read_;  // by any of them
};

/// What conditions gave that ask nothing of an event, when they were last asked: of those that have a number
/// (Expression::kept).
class KeptAnswers {
 public:
  /// Nothing where it was never asked, or something that it read has changed since.
  [[nodiscard]] std::optional<bool> of(const expression::Expression& condition) const {
    const bool is_known = condition.kept < stand_.size() && stand_.holds(condition.kept);
    return is_known ? std::optional<bool>(met_[condition.kept]) : std::nullopt;
  }
  void keep(const expression::Expression& condition, bool met) {
    if (condition.kept >= stand_.size()) {
      stand_.resize(condition.kept + 1U);
      met_.resize(condition.kept + 1U);
    }
    stand_.restsOn(condition.kept, condition.reads);
    met_[condition.kept] = met;
  }
  void change(StateParts changed) { stand_.change(changed); }

 private:
  Validities stand_;
  std::vector<bool> met_;
};

struct Kept {
  Validity traits;  ///< what the continuous traits give
  /// What each of them gave when they were last computed, before any of it was in force, and what has changed since:
  /// one that read nothing of that gives the same again. Copies of the state share it until one of them computes it
  /// again, which then has its own.
  std::shared_ptr<TraitsApart> apart;
  StateParts changed_since_apart;
  FewEntities cards_changed_since_apart;     ///< of which something else lies in them (Card)
  FewEntities counters_changed_since_apart;  ///< the cards and other entities on which counters were put, or taken from
  Validities not_won;                        ///< by rule of the ruleset's wins: that nobody has won by it
  NobodyMust nobody_must;
  KeptAnswers answers;
  Validity contradictions;  ///< which bounds contradict each other, and which of them stay ignored
  /// During an event: the cards whose facts change, as they were when that was last looked at.
  std::vector<std::pair<CardIndex, Card>> former;

  /// That the continuous traits were asked just now, and came to this by themselves.
  void keepApart(std::shared_ptr<TraitsApart> made) {
    apart = std::move(made);
    changed_since_apart = {};
    cards_changed_since_apart.clear();
    counters_changed_since_apart.clear();
  }
  void change(StateParts changed) {
    if (changed.none()) return;
    traits.change(changed);
    changed_since_apart |= changed;
    changeComputed(changed);
  }
  /// The same of what the continuous traits give, which they themselves are told of otherwise.
  void changeComputed(StateParts changed) {
    nobody_must.change(changed);
    contradictions.change(changed);
    answers.change(changed);
    not_won.change(changed);
  }
};

}  // namespace docket
