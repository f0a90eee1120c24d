// What players are told of cards (statements.h reads it), and what the recorder could not read, folded.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Remembers what an event tells of cards.
void keepStatement(Fold& fold, schema::Event::Reader event);

/// Remembers that something was skipped, or forgets what is settled.
void keepSkip(Fold& fold, schema::Event::Skipped::Reader event);

/// Forgets what was told of a card that nobody can tell from others any more.
void forgetStatements(Fold& fold, CardIndex card);

}  // namespace docket
