// The cards of a draw, which are typed before it is known from which pile they come. Internal to the reading of lines.
// Invariant: what is not numbered is drawn from the top of the pile, one card after the other.
#pragma once

#include "tools/notation/attempt.h"

namespace docket::notation {

/// Sets the cards of a draw, whose piles are set: those of `attempt.drawn`. Where the pile has fewer than are drawn by
/// count, how many are beyond it. Throws BadInput if one that has a title is.
void dealDrawn(Attempt& attempt);

}  // namespace docket::notation
