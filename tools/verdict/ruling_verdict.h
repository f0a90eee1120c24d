// Rulings recomputed: whether what a judge claimed is what the rules give at that point.
#pragma once

#include "tools/game/game_loader.h"
#include "tools/game/open_game_record.h"
#include "tools/verdict/verdict.h"

namespace docket {

/// What a claim that came to `value` is.
[[nodiscard]] RulingVerdict::Outcome outcomeOf(const expression::Value& value);

/// The verdict on the ruling that event `number` gives. `now`: the table as it stands after that event, where whoever
/// asks has it; most rulings are about it.
[[nodiscard]] RulingVerdict verifyRuling(const OpenGame& game, const TurnLabels& turn_labels, EventNumber number,
                                         schema::Ruling::Reader ruling, const State* now = nullptr);

/// Why a verdict is what it is, with the parts of the claim that decide it and what they come to: for whoever does not
/// show its derivation.
[[nodiscard]] std::string whyWithParts(const RulingVerdict& verdict);

/// What that verdict comes to, without the words for why.
[[nodiscard]] RulingVerdict::Outcome outcomeOfRuling(const OpenGame& game, EventNumber number,
                                                     schema::Ruling::Reader ruling, const State* now = nullptr);

}  // namespace docket
