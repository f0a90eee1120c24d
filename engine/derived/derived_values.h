// The values that a state's cache holds (state/derived.h): what continuous traits and win conditions gave when they
// were last evaluated and whether that has changed since, which bounds contradict each other, and that no card has to
// do anything. Each is computed with a StateReader, which records the parts that it reads, and again only if one of
// them has changed. Their size is bounded by the ruleset's wins and the cards with traits on the table.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/rules/state_parts.h"
#include "engine/state/card.h"
#include "engine/state/derived.h"
#include "engine/state/validity.h"

namespace docket {

class IndependentResults;

struct Derived::Values {
  Validity traits;  ///< of the entries that the continuous traits give
  /// The result of each continuous trait when they were last computed, before any of them was in force, and what has
  /// changed since. A trait that read none of the changes gives the same result again. Copies of the state share this
  /// until one of them computes it again and gets its own.
  std::shared_ptr<IndependentResults> independent;
  StateParts changed_since_independent;
  std::vector<Validity> not_won;  ///< for each rule of the ruleset's wins: no player has won by it
  Validity contradictions;        ///< which bounds contradict each other, and which of them stay ignored
  Validity none_obliged;          ///< certainly no card in play has to act (JudgeCache::read_for_none_obliged)
  /// While an event is folded: the cards whose facts change, as they were when last compared.
  std::vector<std::pair<CardIndex, Card>> former;

  /// Stores the results of the continuous traits that were just computed.
  void storeIndependent(std::shared_ptr<IndependentResults> made) {
    independent = std::move(made);
    changed_since_independent = {};
  }
  /// Invalidates what was computed from the changed parts.
  void change(StateParts changed) {
    if (changed.none()) return;
    traits.change(changed);
    changed_since_independent |= changed;
    changeComputed(changed);
  }
  /// Invalidates all but `traits`, for a change of the entries that continuous traits give; `traits` is updated
  /// elsewhere.
  void changeComputed(StateParts changed) {
    contradictions.change(changed);
    none_obliged.change(changed);
    for (Validity& one : not_won) one.change(changed);
  }
};

}  // namespace docket
