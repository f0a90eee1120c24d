// A record and questions about it as conformance cases, in the text that docs/cases.md describes.
// Invariant: the record is read back as the same events, each with the parts of its context that rules can ask for.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "engine/rules/ids.h"
#include "events/recording.h"

namespace docket::lab {

/// A line of a file of cases: a case, whose answer its clause decides, or a check, whose answer it leaves as it is.
struct CaseLine {
  bool check = false;
  std::string clause, question, answer, shows;
  EventNumber at = 0;  ///< it is asked after this event
};

/// A file of cases about one record.
struct CaseText {
  std::string rules;  ///< "yugioh 2022-06-22", or the path of the ruleset's file from the folder of the cases
  std::string cards;  ///< the file of the catalogue; empty: none
  std::string source{}, date{};  ///< who gave the answers, and when; empty: not given
  std::vector<CaseLine> lines;
};

void writeCases(std::ostream& out, const Recording& game, const CaseText& text);

}  // namespace docket::lab
