// A statement by a rule or a card about an act: that it may, cannot or must be done. Data only; permissions.h collects
// and weighs sayings.
#pragma once

#include <string_view>

#include "engine/rules/ids.h"
#include "engine/rules/rules_of_play.h"

namespace docket {

struct Saying {
  Says says{};
  std::string_view speaker;          ///< "rule", "card", or a type that the precedence lines name, as they spell it
  std::string_view clause{};         ///< the clause of a rule that speaks; owned by the ruleset
  const Condition* where = nullptr;  ///< the condition of a rule that speaks; null: none. Owned by the ruleset
  CardIndex source = kNone;          ///< the card that speaks
  EventNumber event = 0;             ///< the event that began the change, or the act that attempts it; 0: the rules
  bool is_default = false;           ///< the default, if nothing else is said
  bool attempt = false;              ///< no text permits it: an effect attempts it
  bool own_text = false;             ///< the card speaks about itself
  bool ended = false;                ///< it ended with the same group of events
  bool certain = true;               ///< false: something unknown decides whether it is said at all
};

}  // namespace docket
