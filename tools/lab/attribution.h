// Finds the changes of the rules that cause a difference: the single change that suffices alone, or else the set of
// changes that are all necessary; and the clause of these that decides it.
// Invariant: a cause is not guessed from what a finding cites: the game was folded under the rules with and without it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/lab/paired_fold.h"

namespace docket::lab {

/// The answers to the questions of some differences, in order, under rules between the two sides; empty if these rules
/// cannot be used.
using AskUnder = std::function<std::optional<std::vector<std::string>>(const std::shared_ptr<const GameRules>&)>;

/// Fills in `causes` and `replaced` of differences, whatever they are about.
void attribute(const RulesetPair& pair, std::vector<Difference>& differences, const AskUnder& ask);
/// Fills in the causes of the differences of a game.
void attribute(const LabGame& game, const RulesetPair& pair, std::vector<Difference>& differences);

}  // namespace docket::lab
