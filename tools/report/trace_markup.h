// The part of a page that shows how the value of one expression changed over the game: a table, and the points that
// plot.js draws.
// Invariant: both have the same steps, those of `docket trace`.
#pragma once

#include <string>
#include <vector>

#include "events/json/json_writer.h"
#include "tools/explain/value_trace.h"

namespace docket::report {

/// An expression as it was typed, and its steps over the whole game.
struct TracedExpression {
  std::string text;
  std::vector<TraceStep> steps;
};

/// The steps of an expression over a game. Throws BadInput if it makes no sense there.
[[nodiscard]] TracedExpression traceExpression(const OpenGame& game, const std::string& text,
                                               const TurnLabels& turn_labels);

/// A section of the page.
[[nodiscard]] std::string traceMarkup(const TracedExpression& traced, const TurnLabels& turn_labels);

/// The member "trace", a list of [event, amount]: 1 for true, 0 for false, null for a value that has no amount or is
/// unknown.
void writeTrace(JsonWriter& json, const TracedExpression& traced);

}  // namespace docket::report
