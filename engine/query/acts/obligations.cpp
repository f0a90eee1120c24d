#include "engine/query/acts/obligations.h"

#include <range/v3/algorithm/find_if.hpp>

namespace docket {

const Obligation* followUpOf(const State& state, const Rules& rules, EventNumber event, std::string_view rule) {
  const auto& follows = rules.ruleset.obligations.follows;
  const auto is_it = [&](const Obligation& owed) {
    return owed.follow_up_rule != 0 && owed.trigger == event && follows[owed.follow_up_rule - 1U].name == rule;
  };
  const auto found = ranges::find_if(state.obligations, is_it);
  return found == state.obligations.end() ? nullptr : &*found;
}

bool isWaiverOf(schema::Event::ObligationWaived::Reader waiver, const Obligation& owed, const State& before) {
  if (waiver.getTrigger() != 0 && owed.trigger != waiver.getTrigger()) return false;
  const bool follows = waiver.getCard() == 0 && waiver.getTrait() == 0;  // no text says it, but the rules
  if (follows) return owed.follow_up_rule != 0;
  return owed.follow_up_rule == 0 && owed.card == before.cardOf(waiver.getCard()) && owed.trait == waiver.getTrait();
}

}  // namespace docket
