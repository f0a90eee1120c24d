// Judges an event by the rules of play: forbidden or omitted acts, numbers out of bounds, a recorded end of the game
// that differs from the rules. Internal to judge.cpp.
#pragma once

#include <vector>

#include "engine/query/acts/finding.h"
#include "engine/query/acts/pending_event.h"

namespace docket {

/// Appends the findings to `findings`. Costs nothing under a ruleset without such rules.
void judgePlay(const PendingEvent& pending, std::vector<Finding>& findings);

/// A card in play with unread words that leave open whether something had to be done before an event; kNone if none do.
[[nodiscard]] CardIndex unreadObliging(const PendingEvent& pending);

}  // namespace docket
