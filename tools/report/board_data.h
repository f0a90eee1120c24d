// What the scripts of a page need to draw boards (story.js): the names that the items of a board refer to by number,
// and a single board with them.
// Invariant: a single board equals the one that the page of a report shows at that event.
#pragma once

#include <string>

#include "events/json/json_writer.h"
#include "tools/game/game_loader.h"
#include "tools/report/mat.h"
#include "tools/report/tables.h"

namespace docket::report {

/// Writes the members "viewer", "players", "zones", "value", "places", "stats", "shorts", "orientations" and "clauses",
/// those that `explanations` cite. `mat`: null if there is none.
void writeTableNames(JsonWriter& json, const OpenGame& game, const MatDocument* mat, const Texts& texts,
                     const ExplanationTable& explanations);

/// The board of a state of the game, as an object: a story of one step, which begins at event "from".
[[nodiscard]] std::string boardData(const OpenGame& game, const TurnLabels& turn_labels, const State& state,
                                    const MatDocument* mat);

}  // namespace docket::report
