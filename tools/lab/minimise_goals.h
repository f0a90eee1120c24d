// Goals for reducing a game: a record in which an expression is true, in which a clause is broken, or for which two
// rulesets give different results.
// Invariant: whatever the reduced record shows, the whole one shows.
#pragma once

#include <memory>
#include <string>

#include "tools/lab/case_question.h"
#include "tools/lab/minimising.h"
#include "tools/lab/ruleset_pair.h"

namespace docket::lab {

class MinimiseGoal {
 public:
  virtual ~MinimiseGoal() = default;
  /// True if a record shows it.
  [[nodiscard]] virtual bool shows(const ReducedGame& reduced) = 0;
  /// The questions with which conformance cases ask for it, for a record that shows it.
  [[nodiscard]] virtual CaseTopic topic(const ReducedGame& reduced) = 0;
  /// The goal in words.
  [[nodiscard]] virtual std::string words() const = 0;
  /// The clauses and cards that cause it, each with its text: "ygo.hard.use: ..."; empty if none is known.
  [[nodiscard]] virtual std::vector<std::string> causes() const { return {}; }
};

/// An expression that is true at the end; it is renumbered for each record (ReducedGame::claim).
[[nodiscard]] std::unique_ptr<MinimiseGoal> aimAtTruth(std::shared_ptr<const GameRules> rules, std::string expression,
                                                       std::string clause);
/// A certain finding under a clause. Throws BadInput if the ruleset has no such clause.
[[nodiscard]] std::unique_ptr<MinimiseGoal> aimAtFinding(std::shared_ptr<const GameRules> rules, std::string clause);
/// The first difference of two rulesets in the game; if a clause is given, the first that comes from it. Throws
/// BadInput if there is none.
[[nodiscard]] std::unique_ptr<MinimiseGoal> aimAtDifference(std::shared_ptr<const RulesetPair> pair,
                                                            const LabGame& whole, const std::string& clause);

}  // namespace docket::lab
