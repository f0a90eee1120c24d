// The page of docket cards read --explain: one file with the text of a card next to its reading, sentence by sentence.
// Invariant: it makes no requests and needs no script; the same reading gives the same bytes.
#pragma once

#include <ostream>

#include "engine/rules/wordings/card_reading.h"
#include "schemas/card.capnp.h"

namespace docket::report {

/// Writes the page. `card`: the catalogue's card that the reading became.
void writeReadingPage(std::ostream& out, const wordings::CardReading& reading, schema::Card::Reader card,
                      const Ruleset& ruleset);

}  // namespace docket::report
