// What the rules look at when an event happens, whether it breaks one of them or not: the requirements, limits
// and permissions that are about it. The judge decides by the same predicates; this is for explaining.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/query/acts/permissions.h"
#include "engine/query/acts/requirements.h"
#include "engine/query/limits/limits.h"

namespace docket {

struct ApplicableRules {
  struct Asked {
    const Requirement* requirement;
    TriState met;
    bool lifted;                                         ///< the ability that is used says that it need not hold
    std::shared_ptr<const expression::Answer> answer{};  ///< what its condition gave; null: it has none
  };
  struct Allowed {
    const Permission* permission;
    Entity who_does;
    bool known;  ///< whether the event is such an act
    PermissionReading reading;
  };
  struct Counted {
    AppliedLimit limit;
    UseQuestion question;
    CounterReading counter;
  };
  State table;  ///< with which its cards and counters are shown: it knows what the event says, and has what it brings
  std::vector<Asked> requirements{};
  std::vector<Allowed> permissions{};
  std::vector<Counted> limits{};
  bool limits_known = true;  ///< false: it may have limits that are not among them
};

/// Of event `number`; `before` is the state before it.
[[nodiscard]] ApplicableRules applicableRules(const EventAtHand& at);

/// The limits that are counted for an event, as applicableRules() has them: without what it costs to tell of the rest,
/// and of how they are used up.
/// Those of uses and of copies of cards that are there before it, and those of copies of cards that come into the game
/// with it. `after`: the table as it leaves it.
[[nodiscard]] std::vector<const Limit*> limitsAsked(const EventAtHand& at);
[[nodiscard]] std::vector<const Limit*> limitsAskedAfter(const EventAtHand& at, const State& after);

}  // namespace docket
