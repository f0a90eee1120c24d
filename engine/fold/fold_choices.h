// Folds players' choices and chance: numbers chosen, results of chance, piles shuffled (PlayState::choices). They are
// facts of the record, kept for every ruleset, because expressions can ask for them.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Stores the event's choice, result of chance or shuffle in place of the previous one; other events do nothing.
void keepChoice(Fold& fold, schema::Event::Reader event);

}  // namespace docket
