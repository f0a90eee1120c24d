// An event as a person writes it in a line of words. The line is translated to JSON and read by the strict reader of
// JSON Lines, so the notation has no semantics of its own. docs/cases.md (The notation) describes it.
//   P1 cardPlayed player=1 card=1 zone=home face=up
//     + minimum subject=#1 name="Personal Honor" amount=4 source=2 last=whileSource
// Invariant: each part of the JSON is traced to the word that it comes from, so errors are reported at that word.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "events/json/jsonl.h"
#include "events/json/line_words.h"

namespace docket::notation {

struct EventJson {
  std::string text;
  std::vector<std::pair<std::size_t, TextPlace>>
      places;                                           ///< the offsets of its parts, and the words that they come from
  std::vector<std::pair<std::string, TextPlace>> keys;  ///< of the cards that it names, as the catalogue has them
};

/// The JSON of an event: its line, and the lines of the changes that begin with it (without their "+"). Throws BadInput
/// for a payload, field or kind of change that does not exist, with the nearest that does.
EventJson eventJson(const Line& event, const std::vector<Line>& begins);

/// Reads an event into `into`, which is empty, as the next one of `reader`, and returns its number. Throws BadInput
/// with the place of the wrong word.
std::uint32_t readEventLine(const Line& event, const std::vector<Line>& begins, JsonLinesReader& reader,
                            schema::Event::Builder into);

}  // namespace docket::notation
