// Runs the cases of a file twice: under the unchanged rules, where each must give its answer, and with its clause
// switched off, where a case must give another answer and a check the same one. Cases of a variant run with and without
// the variant.
// Invariant: anything that cannot be read, compiled, folded or evaluated is reported as a problem, and never keeps the
// rest from running.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/query/evaluation/evaluate.h"
#include "engine/rules/ruleset.h"
#include "engine/state/state.h"
#include "tools/cases/case_reader.h"

namespace docket::cases {

struct CaseResult {
  std::string clause, variant;
  std::string file;
  TextPlace place;
  bool check = false;      ///< a check, not a case
  bool passed = false;     ///< gave the expected answer
  bool fails_off = false;  ///< gave another answer without the clause: required of a case, forbidden for a check
  std::string problem{};   ///< what is wrong: "file:line:column: ..."; empty if nothing is
  /// Not a case, but a part of the file or a document that cannot be read; it has no clause.
  bool unread = false;
};

/// The way to compute an answer: on the folded state, on one loaded from its keyframe, or with an explanation.
enum class AnswerMethod : std::uint8_t { folded, from_keyframe, explained };

/// The results of a file: first what cannot be read, then its cases and checks in order. If the documents cannot be
/// read, nothing is run.
std::vector<CaseResult> runCases(const CaseFile& file, AnswerMethod method = AnswerMethod::folded);
/// runCases() with other documents. Throws BadInput if they do not compile or have a mistake.
std::vector<CaseResult> runCases(const CaseFile& file, const CaseDocuments& documents,
                                 AnswerMethod method = AnswerMethod::folded);

/// The answer that these documents give to each case and check, or why they give none; no clause is switched off.
/// Throws BadInput.
std::vector<std::string> answersOf(const CaseFile& file, const CaseDocuments& documents);

/// Answers the cases of a file under one set of rules. The file and the rules must outlive it.
class CasesUnder {
 public:
  CasesUnder(const CaseFile& file, const Rules& rules);
  ~CasesUnder();
  CasesUnder(const CasesUnder&) = delete;
  CasesUnder& operator=(const CasesUnder&) = delete;

  /// The answer, as a case writes it. Throws BadInput, with its place in the file, for a question that these rules
  /// cannot be asked or a record that they cannot take.
  [[nodiscard]] std::string answer(const Case& one, AnswerMethod method = AnswerMethod::folded) const;
  /// Shows the question of a case and the point at which it is asked. Throws likewise.
  void show(const Case& one,
            const std::function<void(const expression::Expression&, const expression::Point&)>& visit) const;
  /// The table after an event of a record. Throws likewise.
  [[nodiscard]] std::shared_ptr<const State> after(std::size_t record, EventNumber event) const;

 private:
  class Folded;
  class AskedAfter;
  [[nodiscard]] const Folded& folded(std::size_t record) const;
  template <class Evaluate>
  [[nodiscard]] auto asking(const Case& one, Evaluate&& evaluate) const;

  const CaseFile& file_;
  Rules rules_;
  mutable std::map<std::size_t, std::unique_ptr<Folded>> records_;  // each folded when it is first asked about
};

/// Runs the cases of a file with some clauses switched off. The file must outlive it.
class SwitchedCases {
 public:
  /// Throws BadInput if a document cannot be read or does not compile.
  explicit SwitchedCases(const CaseFile& file);
  ~SwitchedCases();
  SwitchedCases(const SwitchedCases&) = delete;
  SwitchedCases& operator=(const SwitchedCases&) = delete;

  /// The answer to a case without a variant; empty if it has none under these rules.
  std::optional<std::string> answer(const Case& one, const std::vector<std::string>& off);
  [[nodiscard]] schema::Ruleset::Reader document() const;
  [[nodiscard]] const Ruleset& rules() const;

 private:
  class Asking;
  std::unique_ptr<Asking> asking_;
};

/// A case or check, the parts of the rules that its answer consulted, and the rules with and without its clause.
struct ConsultedCase {
  const Case& case_line;
  const Ruleset& rules;
  schema::Ruleset::Reader document, without;
  const Consulted& consulted;
};
/// Calls `visit` for each case and check of a file except those of variants. Each is evaluated alone, so that what it
/// consulted is its own. Throws BadInput if a document does not compile or a case cannot be evaluated.
void forEachConsulted(const CaseFile& file, const std::function<void(const ConsultedCase&)>& visit);

}  // namespace docket::cases
