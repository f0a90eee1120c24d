// What an expression gives at a point of a game, held against what the recorder saw it come to there. Whoever tells
// what an expression gives tells this.
// Invariant: as of amounts (engine/query/amounts.h), what was seen never changes what the rules give; where they
// differ, that is told, and not settled.
#pragma once

#include "engine/query/evaluation/evaluate.h"
#include "tools/game/record_table.h"
#include "tools/render/words.h"

namespace docket {

/// What it gives on the table of `words`, after event `at`. Where the recorder saw the same expression there, with
/// nothing happening since: what it gave confirms the answer, or differs from it (diverged); of what the rules do
/// not come to with certainty it is the answer, unverified.
[[nodiscard]] expression::Answer answerSeen(const expression::Expression& asked, const Words& words,
                                            const RecordTable& record, EventNumber at);

}  // namespace docket
