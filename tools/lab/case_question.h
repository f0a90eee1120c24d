// Turns questions about a reduced record into conformance cases of clauses.
// Invariant: each written line was tried. Its answer is that of its rules; with its clause switched off the answer
// differs (or, for a check, stays the same); when two rulesets are compared, the other one answers differently.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/lab/case_text.h"
#include "tools/lab/lab_game.h"
#include "tools/lab/ruleset_pair.h"

namespace docket::lab {

/// The questions that cases can ask about a record.
struct CaseTopic {
  struct Question {
    std::string text;
    EventNumber at = 0;       ///< the event after which it is asked
    std::string published{};  ///< the answer that somebody gave; empty: the rules give it
  };
  std::vector<Question> questions;        ///< the most informative first
  std::vector<std::string> clauses;       ///< the clauses that it may be a case of, the likeliest first
  std::string shows{}, source{}, date{};  ///< what its cases show, who gave their answers, and when; empty: not said
};

/// An answer as a case writes it.
struct CaseAnswer {
  std::string text;
  bool known = true;  ///< false: the answer is "unknown"
  friend bool operator==(const CaseAnswer& one, const CaseAnswer& other) { return one.text == other.text; }
};

/// The answer under these rules; empty if the question cannot be asked under them.
[[nodiscard]] std::optional<CaseAnswer> answerUnder(const GameRules& rules, const LabGame& game,
                                                    const CaseTopic::Question& question);

/// The documents that questions are asked under, as they are and with a clause switched off.
class CaseRules {
 public:
  /// Throws BadInput if the documents cannot be compiled.
  explicit CaseRules(Documents documents);

  [[nodiscard]] const Documents& documents() const { return documents_; }
  /// Throws BadInput if the documents have mistakes, because case files with such documents are refused.
  void requireGood() const;
  [[nodiscard]] bool has(const std::string& clause) const { return rules_->ruleset.clause(clause) != nullptr; }
  [[nodiscard]] std::optional<CaseAnswer> answer(const Recording& game, const CaseTopic::Question& question) const;
  /// The answer with that clause switched off.
  [[nodiscard]] std::optional<CaseAnswer> answerWithout(const std::string& clause, const Recording& game,
                                                        const CaseTopic::Question& question);

 private:
  Documents documents_;
  std::shared_ptr<const GameRules> rules_;
  std::map<std::string, std::shared_ptr<const GameRules>> without_;  // null: the rules do not compile without it
};

/// The case lines of a record under `rules`: for each question the first of its clauses that decides the answer,
/// otherwise, as a check, one that does not change it. With `other`, only questions that those rules answer
/// differently. Empty if there are none.
[[nodiscard]] std::vector<CaseLine> caseLines(const Recording& game, const CaseTopic& topic, CaseRules& rules,
                                              const CaseRules* other);

}  // namespace docket::lab
