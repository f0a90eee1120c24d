// Questions of conformance cases about a record that was cut down: which of them can be a case of which clause.
// Invariant: no line is written that was not tried: its answer is that of its rules, another one (or, of a check, the
// same) with its clause switched off, and where two sets of rules are compared another one under the other.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/lab/case_text.h"
#include "tools/lab/game_at_hand.h"
#include "tools/lab/ruleset_pair.h"

namespace docket::lab {

/// What a record shows, as cases can ask it.
struct CaseTopic {
  struct Question {
    std::string text;
    EventNumber at = 0;  ///< it is asked after this event
  };
  std::vector<Question> questions;   ///< what tells the most first
  std::vector<std::string> clauses;  ///< that it may be a case of, the likeliest first
};

/// An answer as a case writes it.
struct CaseAnswer {
  std::string text;
  bool known = true;  ///< it is not that nobody knows
  friend bool operator==(const CaseAnswer& one, const CaseAnswer& other) { return one.text == other.text; }
};

/// The answer under these rules; nothing where the question cannot be asked under them.
[[nodiscard]] std::optional<CaseAnswer> answerUnder(const GameRules& rules, const GameAtHand& game,
                                                    const CaseTopic::Question& question);

/// Documents that a record is asked under, as they are and with a clause switched off.
class CaseRules {
 public:
  /// Throws BadInput where they cannot be compiled.
  explicit CaseRules(Documents documents);

  [[nodiscard]] const Documents& documents() const { return documents_; }
  /// Throws BadInput where the documents have mistakes, which files of cases are refused for.
  void requireGood() const;
  [[nodiscard]] bool has(const std::string& clause) const { return rules_->ruleset.clause(clause) != nullptr; }
  [[nodiscard]] std::optional<CaseAnswer> answer(const Recording& game, const CaseTopic::Question& question) const;
  /// The same with that clause switched off.
  [[nodiscard]] std::optional<CaseAnswer> answerWithout(const std::string& clause, const Recording& game,
                                                        const CaseTopic::Question& question);

 private:
  Documents documents_;
  std::shared_ptr<const GameRules> rules_;
  std::map<std::string, std::shared_ptr<const GameRules>> without_;  // null: it does not compile
};

/// The lines of a record under `rules`: of each question the first of its clauses that decides the answer, else one
/// that leaves it as it is, as a check. With `other`, only of what these rules answer otherwise. Empty where there are
/// none.
[[nodiscard]] std::vector<CaseLine> caseLines(const Recording& game, const CaseTopic& topic, CaseRules& rules,
                                              const CaseRules* other);

}  // namespace docket::lab
