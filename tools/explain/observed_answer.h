// What an expression gives at a point of a game, held against what the recorder saw it come to there. Whoever tells
// what an expression gives tells this.
// Invariant: as of amounts (engine/query/stats/amounts.h), what was seen never changes what the rules give; where they
// differ, that is reported, and not settled.
#pragma once

#include "engine/fold/record_on_path.h"
#include "engine/query/evaluation/evaluate.h"
#include "tools/game/gives_names.h"
#include "tools/words/words.h"

namespace docket {

/// What it gives on the table of `words`, at the point that `record` is asked at; `names` are those of the whole
/// game, as what was seen may name what is used only later. Where the recorder saw the same expression there, with
/// nothing happening since: what it gave confirms the answer, or differs from it (diverged); of what the rules do
/// not come to with certainty it is the answer, unverified.
[[nodiscard]] expression::Answer answerSeen(const expression::Expression& asked, const Words& words,
                                            const RecordOnPath& record, const GivesNames& names);
/// Its value alone.
[[nodiscard]] expression::Value valueSeen(const expression::Expression& asked, const Words& words,
                                          const RecordOnPath& record, const GivesNames& names);

}  // namespace docket
