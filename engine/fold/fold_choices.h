// What players choose and chance decides, folded: numbers chosen, results of chance, piles shuffled
// (PlayState::choices). Facts of the record: they are kept whatever the ruleset asks, since anybody can ask for them.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Whether events of a kind say what was chosen, thrown or shuffled.
inline bool choosesAnything(schema::Event::Which which) {
  return which == schema::Event::NUMBER_CHOSEN || which == schema::Event::RANDOM_OUTCOME ||
         which == schema::Event::SHUFFLED;
}

/// Keeps what the event says was chosen, thrown or shuffled, in place of what was so before; no other event changes it.
void keepChoice(Fold& fold, schema::Event::Reader event);

}  // namespace docket
