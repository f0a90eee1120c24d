// Folds statements to players about cards (statements.h reads them), and events that the recorder could not describe.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Stores an event's statement about cards.
void keepStatement(Fold& fold, schema::Event::Reader event);

/// Stores a skip, or removes one that is settled.
void keepSkip(Fold& fold, schema::Event::Skipped::Reader event);

/// Removes statements about a card that can no longer be distinguished from others.
void forgetStatements(Fold& fold, CardIndex card);

}  // namespace docket
