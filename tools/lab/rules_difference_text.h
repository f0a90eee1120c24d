// A difference of two rulesets in words and as JSON.
#pragma once

#include <iosfwd>
#include <string>

#include "events/json/json_writer.h"
#include "tools/lab/rules_difference.h"

namespace docket::lab {

/// The piece in words: "limits/once-per-turn/max: 1 -> 2".
[[nodiscard]] std::string pieceWords(const Piece& piece);
/// The difference as text, at most 80 columns wide.
void printDifference(std::ostream& out, const RulesDifference& difference, bool colour);
/// Adds the members "equal", "head", "clauses" and "unowned" to the object that is open.
void writeDifference(JsonWriter& json, const RulesDifference& difference);

}  // namespace docket::lab
