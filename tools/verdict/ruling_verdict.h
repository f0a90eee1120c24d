// Recomputes rulings: checks that a judge's claim agrees with the rules at that point.
#pragma once

#include "tools/game/game_loader.h"
#include "tools/game/open_game_record.h"
#include "tools/verdict/verdict.h"

namespace docket {

/// The outcome of a claim with this value.
[[nodiscard]] RulingVerdict::Outcome outcomeOf(const expression::Value& value);

/// The verdict on the ruling of event `number`. `now`: the table after that event, if the caller has it; most rulings
/// are about it.
[[nodiscard]] RulingVerdict verifyRuling(const OpenGame& game, const TurnLabels& turn_labels, EventNumber number,
                                         schema::Ruling::Reader ruling, const State* now = nullptr);

/// The reason for a verdict, with the values of the parts of the claim that decide it. For output without the
/// derivation.
[[nodiscard]] std::string whyWithParts(const RulingVerdict& verdict);

/// The outcome of that verdict, without the reason.
[[nodiscard]] RulingVerdict::Outcome outcomeOfRuling(const OpenGame& game, EventNumber number,
                                                     schema::Ruling::Reader ruling, const State* now = nullptr);

}  // namespace docket
