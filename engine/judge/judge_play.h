// What the judge has against an event by the rules of play: acts that somebody may not do or has not done, numbers that
// may not be chosen, an end of the game that is not what the rules give. Internal to judge.cpp.
#pragma once

#include <vector>

#include "engine/query/event_at_hand.h"
#include "engine/query/finding.h"

namespace docket {

/// Adds what is found to `findings`. Costs nothing under a ruleset without such rules.
void judgePlay(const EventAtHand& at, std::vector<Finding>& findings);

/// A card in play with unread words that leave open whether something had to be done before an event; kNone where none
/// do.
[[nodiscard]] CardIndex unheardObliging(const EventAtHand& at);

}  // namespace docket
