// The algebra of limits: every "max", "once per" and "limit" of every game is a value of five axes (ruleset.h, Limit),
// and a count is a query over use records or existing cards (copies in play, attached, in a deck). Knows no game.
#pragma once

#include <cstdint>

#include "engine/query/limits/limit_count.h"
#include "engine/query/limits/use_keys.h"
#include "engine/query/limits/use_question.h"
#include "engine/state/state.h"

namespace docket {

/// The number of uses, without evidence; the reducer calls this. `perhaps`, if given, is set to the number of uses that
/// may count.
std::int32_t countUses(const State& state, const Rules& rules, const ApplicableLimit& limit,
                       const UseQuestion& question, std::int32_t* perhaps = nullptr);

/// Notes in the footprint which uses the limit would count, although no judgement needs their number.
void noteUses(const State& state, const Rules& rules, const ApplicableLimit& limit, const UseQuestion& question);

/// The count of countUses() with its evidence.
UsedCount readUsedCount(const State& state, const Rules& rules, const ApplicableLimit& limit,
                        const UseQuestion& question);

/// True if a limit on uses is asked about a kind of use that the ability does not have: activations are of abilities,
/// triggers of traits. Lets a caller that asks about both kinds report the limit once.
bool isOtherUse(const ApplicableLimit& limit, const Definition* definition, const UseQuestion& question);

}  // namespace docket
