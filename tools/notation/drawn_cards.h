// The cards of a draw, which are typed before it is known from which pile they come. Internal to the reading of lines.
// Invariant: cards without a number are drawn from the top of the pile, one after the other.
#pragma once

#include "tools/notation/attempt.h"

namespace docket::notation {

/// Sets the cards of a draw (`attempt.drawn`), once its pile is known. If more cards are drawn by count than the
/// pile has, records the number of missing ones (CardsDrawn.beyond). Throws BadInput if a titled card is among the
/// missing.
void dealDrawn(Attempt& attempt);

}  // namespace docket::notation
