// Functions about a card's controller and owner, position, title and traits. Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// Functions about one card that no other family implements.
Value evaluateCard(const Call& call);
/// trait: for a card or a player.
Value hasTrait(const Call& call);
/// card: the card in play with a title.
Value cardOfTitle(const Call& call);

}  // namespace docket::expression
