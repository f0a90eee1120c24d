// The page of docket cards read --explain: one file with the text of a card beside its reading, sentence by sentence.
// Invariant: it asks nothing of any server and needs no script; the same reading gives the same bytes.
#pragma once

#include <ostream>

#include "engine/rules/wordings/card_reading.h"
#include "schemas/card.capnp.h"

namespace docket::report {

/// Writes the page. `card`: what of a catalogue the reading became.
void writeReadingPage(std::ostream& out, const wordings::CardReading& reading, schema::Card::Reader card,
                      const Ruleset& ruleset);

}  // namespace docket::report
