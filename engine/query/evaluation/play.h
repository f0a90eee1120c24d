// The functions that ask what the rules of play know: who may do what, what was chosen and thrown, who has won, whether
// a deck is what it must be.
// Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// Permissions, choices, players, places in a pile, the end of the game, decks.
Value ofPlay(const Call& call);

}  // namespace docket::expression
