// The cache that a state carries from event to event, so that only what changed is computed again: what continuous
// traits and win conditions read when they were last evaluated and whether that has changed since, and which bounds
// contradict each other.
// Invariant: the cache follows from earlier facts. It decides what is computed again, never the result. It is in no
// fingerprint and no keyframe. Its size is bounded by the ruleset's wins and the cards with traits on the table.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/rules/state_parts.h"
#include "engine/state/card.h"

namespace docket {

/// Tracks whether a computed result is still valid: the state parts that it depends on, and whether they have changed.
class Validity {
 public:
  /// True if nothing that the result was computed from has changed since.
  [[nodiscard]] bool holds() const { return holds_; }
  void restsOn(StateParts read) {
    read_ = read;
    holds_ = !read.has(StatePart::other) && !read.has(StatePart::event);
  }
  void change(StateParts changed) { holds_ = holds_ && !read_.touch(changed); }

 private:
  StateParts read_{};
  bool holds_ = false;
};

/// The result of each continuous trait on its own (fold/traits_apart.h).
class TraitsApart;

struct Kept {
  Validity traits;  ///< of the entries that the continuous traits give
  /// The result of each continuous trait when they were last computed, before any of them was in force, and what has
  /// changed since. A trait that read none of the changes gives the same result again. Copies of the state share this
  /// until one of them computes it again and gets its own.
  std::shared_ptr<TraitsApart> apart;
  StateParts changed_since_apart;
  std::vector<Validity> not_won;  ///< for each rule of the ruleset's wins: nobody has won by it
  Validity contradictions;        ///< which bounds contradict each other, and which of them stay ignored
  /// While an event is folded: the cards whose facts change, as they were when last compared.
  std::vector<std::pair<CardIndex, Card>> former;

  /// Stores the results of the continuous traits that were just computed.
  void keepApart(std::shared_ptr<TraitsApart> made) {
    apart = std::move(made);
    changed_since_apart = {};
  }
  void change(StateParts changed) {
    if (changed.none()) return;
    traits.change(changed);
    changed_since_apart |= changed;
    changeComputed(changed);
  }
  /// Invalidates on a change of the continuous traits' entries. The traits themselves are notified elsewhere.
  void changeComputed(StateParts changed) {
    contradictions.change(changed);
    for (Validity& one : not_won) one.change(changed);
  }
};

}  // namespace docket
