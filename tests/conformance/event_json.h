// An event of a record in a .cases file as JSON, for the strict reader of events/: the notation adds nothing to what
// that one knows. tests/conformance/README.md describes it.
//   P1 cardPlayed player=1 card=1 zone=home face=up
//     + minimum subject=#1 name="Personal Honor" amount=4 source=2 last=whileSource
// Invariant: each value stands on a line of its own in the JSON, so that the line of an error says whose it is.
#pragma once

#include <string>
#include <vector>

#include "tests/conformance/words.h"

namespace docket::conformance {

struct EventJson {
  std::string text;
  std::vector<TextPosition> places;  ///< of each line of `text`: the word that it comes from
};

/// The JSON of an event: its line, and the lines of what begins with it (without their "+"). Throws BadInput for a
/// payload, field or kind of change that does not exist, with the nearest that does.
EventJson eventJson(const Line& event, const std::vector<Line>& begins);

}  // namespace docket::conformance
