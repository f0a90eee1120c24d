// Folds players' choices and chance: numbers chosen, results of chance, piles shuffled (PlayState::choices). They are
// facts of the record, kept for every ruleset, because expressions can ask for them.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// True if events of a kind report a choice, a result of chance or a shuffle.
inline bool choosesAnything(schema::Event::Which which) {
  return which == schema::Event::NUMBER_CHOSEN || which == schema::Event::RANDOM_OUTCOME ||
         which == schema::Event::SHUFFLED;
}

/// Stores the event's choice, result or shuffle in place of the previous one; no other event changes it.
void keepChoice(Fold& fold, schema::Event::Reader event);

}  // namespace docket
