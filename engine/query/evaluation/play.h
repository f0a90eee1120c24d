// Functions about the rules of play: permissions, choices and results of chance, the winner, and valid decks. Internal
// to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// Permissions, choices, players, places in a pile, the end of the game, decks.
Value evaluatePlay(const Call& call);

}  // namespace docket::expression
