// What players are told of cards, folded (statements.h reads it).
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Remembers what an event tells of cards.
void keepStatement(Fold& fold, schema::Event::Reader event);

/// Forgets what was told of a card that nobody can tell from others any more.
void forgetStatements(Fold& fold, CardIndex card);

}  // namespace docket
