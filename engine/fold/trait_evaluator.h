// Evaluates a continuous trait in a state: which entities its effects are about, whether their conditions hold, and
// their amounts. Parts of its previous result that have not changed are not evaluated again.
// Invariant: when traits are evaluated on their own (independent_results.h), no computed entry is in force in the
// state; in rounds (computed.h), the entries of the round before are.
#pragma once

#include <cstdint>

#include "engine/derived/independent_results.h"
#include "engine/query/state_reader.h"

namespace docket {

class TraitEvaluator {
 public:
  TraitEvaluator(const State& state, const Rules& rules) : reader_(state, rules), measuring_(state, rules) {}

  /// The result of a trait. `former`: its result before `changed` changed; null: unknown. Returns `former` itself if
  /// the result is the same; otherwise the result is valid until the next call.
  [[nodiscard]] const TraitResult& reevaluate(const ApplicableTrait& one, const TraitResult* former,
                                              StateParts changed);

 private:
  void give(const ApplicableTrait& one);
  void measureAgain(const TraitResult& former);
  template <class Take>
  void forEachSubject(const ApplicableTrait& one, const Effect& effect, Take&& take);
  [[nodiscard]] bool holds(const ApplicableTrait& one, const Effect& effect, Entity subject, bool& doubtful);
  void applyTo(const ApplicableTrait& one, const Effect& effect, std::uint16_t index, Entity subject);
  void measure(const ApplicableTrait& one, const Effect& effect, Entry& entry);
  [[nodiscard]] StatIndex sizeOf(const Entry& entry) const;
  void changeSize(Entry& entry, StatIndex size);
  void setAmountFromStat(Entry& entry);
  /// The card that an expression of a trait is about; kNone: it is about another entity.
  [[nodiscard]] CardIndex cardOf(Entity it) const { return reader_.isCard(it) ? CardIndex{it} : CardIndex{kNone}; }
  [[nodiscard]] std::int64_t ask(const expression::Expression& what, const ApplicableTrait& one, Entity it,
                                 bool& doubtful);
  [[nodiscard]] Seat controllerBy(const ApplicableTrait& one);

  StateReader reader_;
  StateReader measuring_;  // reads what only the amounts of entries depend on
  TraitResult given_;      // the result of the current trait
};

}  // namespace docket
