// The cards of a draw, which are typed before it is known from which pile they come. Internal to the reading of lines.
// Invariant: what is not numbered is drawn from the top of the pile, one card after the other.
#pragma once

#include "tools/notation/attempt.h"

namespace docket::notation {

/// Sets the cards of a draw, whose piles are set: those of `attempt.drawn`. If more cards are drawn by count than the
/// pile has, records the number of missing ones (CardsDrawn.beyond). Throws BadInput if a titled card is among the
/// missing.
void dealDrawn(Attempt& attempt);

}  // namespace docket::notation
