// Whether a recorded use counts for a limit: by what the limit counts, and by the keys in which the use agrees with the
// question.
// Invariant: a function of the state and the rules; nothing is noted here (footprint_of_uses.h).
#pragma once

#include "engine/query/limits/limit_count.h"
#include "engine/query/limits/use_keys.h"
#include "engine/query/tri_state.h"

namespace docket {

/// The limit as an ability names it; null if it does not.
[[nodiscard]] const LimitOf* limitOf(const Ability& ability, LimitIndex limit);

/// A question about a limit, compared with the recorded uses. What it is made from must outlive it.
class UseMatch {
 public:
  const State& state;
  const Rules rules;
  const ApplicableLimit& limit;
  const UseQuestion& question;

  /// Whether a use counts for the limit, unless it was given back.
  [[nodiscard]] TriState counts(const Use& use) const;
  /// Whether the limit counts acts such as a use, whatever its keys. A trait that happened, or an activation, is also
  /// an application if its effects applied.
  [[nodiscard]] TriState isCounted(const Use& use) const;
  /// Whether a use agrees with the question in a key that does not depend on the abilities used; undecided for others.
  [[nodiscard]] TriState agreementOf(const Use& use, Limit::Key key) const;

 private:
  [[nodiscard]] TriState matches(const Use& use) const;
  [[nodiscard]] TriState matchesButTrigger(const Use& use) const;
  /// For a limit on the card itself, such as one on its plays.
  [[nodiscard]] TriState matchesCard(const Use& use) const;
  /// For a limit on every ability.
  [[nodiscard]] TriState matchesEvery(const Use& use) const;
  /// True if a use was of another side of the card in question: its abilities are different, whatever their numbers and
  /// the card's title.
  [[nodiscard]] bool isOfOtherSide(const Use& use) const;
  [[nodiscard]] bool isTitledAs(const Use& use) const;
  [[nodiscard]] bool mayHaveLimit(const Definition& definition) const;
  /// True for a key that no catalogue has: its title is unknown.
  [[nodiscard]] bool isUndefined(std::uint32_t definition) const;
  [[nodiscard]] std::uint32_t titleOf(std::uint32_t definition) const;
};

}  // namespace docket
