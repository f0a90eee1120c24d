// The rules that apply to an event, broken or not: the requirements, limits and permissions about it. The judge uses
// the same predicates; this is for explanations.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/query/acts/permissions.h"
#include "engine/query/acts/requirements.h"
#include "engine/query/limits/limits.h"

namespace docket {

struct ApplicableRules {
  struct RequirementResult {
    const Requirement* requirement;
    TriState met;
    bool lifted;                                         ///< the ability that is used lifts the requirement
    std::shared_ptr<const expression::Answer> answer{};  ///< the result of its condition; null: it has none
  };
  struct PermissionResult {
    const Permission* permission;
    Entity who_does;
    bool known;  ///< true if it is known whether the event is such an act
    PermissionReading reading;
  };
  struct LimitResult {
    ApplicableLimit limit;
    UseQuestion question;
    UsedCount count;
  };
  State table;  ///< the state for showing its cards and counters, including what the event gives and brings
  std::vector<RequirementResult> requirements{};
  std::vector<PermissionResult> permissions{};
  std::vector<LimitResult> limits{};
  bool limits_known = true;  ///< false: limits may apply that are not listed
};

/// The rules that apply to an event; `pending.before` is the state before it.
[[nodiscard]] ApplicableRules applicableRules(const PendingEvent& pending);

/// The limits that are counted for an event, as in applicableRules(), without the cost of the other rules and of
/// counting. These are the limits on uses and on copies of cards that exist before it, and on copies of cards that
/// enter the game with it. `after`: the state after the event.
[[nodiscard]] std::vector<const Limit*> countedLimits(const PendingEvent& pending);
[[nodiscard]] std::vector<const Limit*> countedLimitsAfter(const PendingEvent& pending, const State& after);

}  // namespace docket
