// Evaluates an expression at a point of a game and compares the result with what the recorder observed there. All
// commands that report a value use this.
// Invariant: as with amounts (engine/query/stats/amounts.h), an observation never changes what the rules compute; a
// difference is reported, not resolved.
#pragma once

#include "engine/fold/record_on_path.h"
#include "engine/query/evaluation/evaluate.h"
#include "tools/game/names_of_game.h"
#include "tools/words/words.h"

namespace docket {

/// The answer on the table of `words`, at the point of `record`; `names` are those of the whole game, because an
/// observation may name what is used later. If the recorder observed the same expression there, with no event since,
/// the observation confirms the answer or contradicts it (diverged). If the rules give no certain answer, the
/// observation is the answer, unverified.
[[nodiscard]] expression::Answer answerSeen(const expression::Expression& asked, const Words& words,
                                            const RecordOnPath& record, const NamesProvider& names);
/// The value of answerSeen() alone.
[[nodiscard]] expression::Value valueSeen(const expression::Expression& asked, const Words& words,
                                          const RecordOnPath& record, const NamesProvider& names);

}  // namespace docket
