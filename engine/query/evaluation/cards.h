// The functions that ask of a card who controls and owns it, where and how it lies, what it is called and what traits
// it has. Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// What is asked of one card; the functions of the language that no other family answers.
Value ofOneCard(const Call& call);
/// trait: of a card or a player.
Value hasTrait(const Call& call);
/// card: the one in play that is called so.
Value cardOfTitle(const Call& call);

}  // namespace docket::expression
