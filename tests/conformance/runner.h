// Runs the cases of a file twice: under the unchanged rules, where each must give its answer, and with its clause
// switched off, where a case must give another answer and a check the same one. Cases of a variant run with and without
// the variant. Invariant: anything that cannot be read, compiled, folded or evaluated is reported as a problem, and
// never keeps the rest from running.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/rules/ruleset.h"
#include "events/document.h"
#include "tests/conformance/cases.h"

namespace docket::conformance {

struct CaseResult {
  std::string clause, variant;
  std::string file;
  TextPosition place;
  bool check = false;      ///< a check, not a case
  bool passed = false;     ///< gave the expected answer
  bool fails_off = false;  ///< gave another answer without the clause: required of a case, forbidden for a check
  std::string problem{};   ///< what is wrong: "file:line:column: ..."; empty if nothing is
  /// Not a case, but a part of the file or a document that cannot be read; it has no clause.
  bool unread = false;
};

/// The state of which a question is asked: the folded one, or the one loaded from its keyframe.
enum class Asked : std::uint8_t { folded, from_keyframe };

/// A document's name in messages and its text; an empty text means no document.
struct DocumentText {
  std::string name, json;
};
/// The documents under which the cases of a file run.
struct CaseDocuments {
  DocumentText rules, cards;
};
/// The text of a file; empty if the path is empty. Throws BadInput if it cannot be read.
DocumentText textAt(const std::filesystem::path& path);
/// The documents that a file of cases names. Throws BadInput if one cannot be read.
CaseDocuments documentsOf(const CaseFile& file);

/// The results of a file: first what cannot be read, then its cases and checks in order. If the documents cannot be
/// read, nothing is run.
std::vector<CaseResult> runCases(const CaseFile& file, Asked asked = Asked::folded);
/// The same with other documents. Throws BadInput if they do not compile or have a mistake.
std::vector<CaseResult> runCases(const CaseFile& file, CaseDocuments documents, Asked asked = Asked::folded);

/// The answer that these documents give to each case and check, or why they give none; no clause is switched off.
/// Throws BadInput likewise.
std::vector<std::string> answersOf(const CaseFile& file, CaseDocuments documents);

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
  const Case& asked;
  const Ruleset& rules;
  schema::Ruleset::Reader document, without;
  const Consulted& consulted;
};
/// Calls `see` for each case and check of a file except those of variants. Each is evaluated alone, so that what it
/// consulted is its own. Throws BadInput if a document does not compile or a case cannot be evaluated.
void forEachConsulted(const CaseFile& file, const std::function<void(const ConsultedCase&)>& see);

/// A ruleset's name, version and clauses.
struct RulesetClauses {
  std::string name, version;
  struct Clause {
    std::string id, place, gist;
  };
  std::vector<Clause> clauses;
};
/// Reads them from a ruleset document. Throws BadInput if the file is not one.
RulesetClauses clausesOf(const std::filesystem::path& ruleset);
/// Those of every ruleset in engine/rulesets, in the order of their files.
std::vector<RulesetClauses> clausesOfRulesets();

/// Reads and runs every file in tests/conformance.
std::vector<CaseResult> runAll();

}  // namespace docket::conformance
