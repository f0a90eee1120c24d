// What a continuous trait gives, asked of a state: whom its effects are about, whether their conditions hold and how
// much they come to. Of what it gave before, what has not changed is not asked again. Invariant: nothing computed is in
// force in the state while traits are asked by themselves (traits_apart.h); in rounds (computed.h) what the round
// before gave is.
#pragma once

#include <cstdint>

#include "engine/fold/traits_apart.h"
#include "engine/query/evaluation/plain_answer.h"

namespace docket {

class TraitGiver {
 public:
  TraitGiver(const State& state, const Rules& rules) : state_(state), rules_(rules) {}

  /// What a trait gives, which gave `former` before these parts of the state were something else; null: nobody knows
  /// what it gave. `cards`: those in which something else lies since; null: nobody knows which. It is `former` itself
  /// where it comes to the same; else it stands until the next is asked for.
  [[nodiscard]] const Given& giveAgain(const Applying& one, const Given* former, StateParts changed,
                                       const FewEntities* cards);
  /// What decides which traits apply, and what modifies what. All that is asked of `it` is asked here.
  [[nodiscard]] StateParts readByGathering() const;

 private:
  [[nodiscard]] bool hasItsCounters(const Applying& one, const Given& former) const;
  [[nodiscard]] bool isAboutNoneOf(const FewEntities& cards, const Applying& one, const Given& former,
                                   StateParts changed) const;
  [[nodiscard]] bool isUnheardInPlay() const;
  void give(const Applying& one);
  void measureAgain(const Given& former);
  template <class Take>
  void forEachSubject(const Applying& one, const Effect& effect, Take&& take);
  [[nodiscard]] bool holds(const Applying& one, const Effect& effect, Entity subject, bool& doubtful);
  void applyTo(const Applying& one, const Effect& effect, std::uint16_t index, Entity subject);
  void measure(const Applying& one, const Effect& effect, Entry& entry);
  [[nodiscard]] StatIndex sizeOf(const Entry& entry) const;
  void changeSize(Entry& entry, StatIndex size);
  void holdAgainstStat(Entry& entry) const;
  void read(const expression::Expression& what);
  [[nodiscard]] expression::Point pointOf(const Applying& one, Entity it) const;
  [[nodiscard]] expression::Plain ask(const expression::Expression& what, const Applying& one, Entity it,
                                      bool& doubtful);
  [[nodiscard]] Seat controllerBy(const Applying& one) const;

  const State& state_;
  const Rules& rules_;
  Given given_;  // of the trait at hand
};

}  // namespace docket
