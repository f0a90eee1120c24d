// What somebody says about an act: that it may, cannot or must be done. Data; permissions.h collects and weighs them.
#pragma once

#include <string_view>

#include "engine/rules/ids.h"
#include "engine/rules/rules_of_play.h"

namespace docket {

struct Saying {
  Says says{};
  std::string_view speaker;          ///< "rule", "card", or a type that the lines of precedence name, as they write it
  std::string_view clause{};         ///< of the ruleset, which has it, where a rule speaks
  const Condition* where = nullptr;  ///< and where it does; null: everywhere. The ruleset's
  CardIndex source = kNone;          ///< the card that speaks
  EventNumber event = 0;  ///< that began the change by which it speaks, or the act that is the attempt; 0 the rules
  bool standing = false;  ///< what holds where nobody says anything
  bool attempt = false;   ///< nobody allowed it in words: an effect does it
  bool own_text = false;  ///< a card speaks of itself
  bool ended = false;     ///< it ended at the same time
  bool certain = true;    ///< false: something unknown decides whether it is said at all
};

}  // namespace docket
