// A record and a question about it as a conformance case, in the text that tests/conformance/README.md describes.
// Invariant: the case is read back as the same events; of the context of an event what a rule can ask is kept.
#pragma once

#include <iosfwd>
#include <string>

#include "engine/ids.h"
#include "events/recording.h"

namespace docket::lab {

struct CaseQuestion {
  std::string rules;  ///< "yugioh 2022-06-22", or the ruleset's file
  std::string cards;  ///< the file of the catalogue; empty: none
  std::string clause, question, answer, shows;
  EventNumber at = 0;  ///< it is asked after this event
};

void writeCase(std::ostream& out, const Recording& game, const CaseQuestion& question);

}  // namespace docket::lab
