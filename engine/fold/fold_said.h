// What players are told of cards, folded (said.h reads it).
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Remembers what an event tells of cards.
void keepSaid(Fold& fold, schema::Event::Reader event);

/// Forgets what was told of a card that nobody can tell from others any more.
void forgetSaid(Fold& fold, CardIndex card);

}  // namespace docket
