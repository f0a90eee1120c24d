// Runs the cases of a file: under the rules as they are, where each must give its answer, and with its clause switched
// off, where a case must not and a check must all the same. Of a variant: with the variant applied, and without it.
// Invariant: a result without a problem shows its clause, or what the clause leaves alone; whatever cannot be read,
// compiled, folded or asked is a problem, and never keeps the rest from being run.
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
  bool check = false;      ///< a check and not a case
  bool passed = false;     ///< gave its answer
  bool fails_off = false;  ///< and did not without the clause: of a case it has to be so, of a check it must not
  std::string problem{};   ///< what is wrong with it: "file:line:column: ..."; empty where nothing is
  /// It is no case but a part of the file, or a document, that cannot be read. It has no clause.
  bool unread = false;
};

/// At which state a question is asked: the one that was folded, or the one that comes back from its keyframe.
enum class Asked : std::uint8_t { folded, from_keyframe };

/// A document's text, by the name that messages give it; without a text there is no document.
struct DocumentText {
  std::string name, json;
};
/// The documents that the cases of a file are asked of.
struct CaseDocuments {
  DocumentText rules, cards;
};
/// What stands in a file; nothing where the path is empty. Throws BadInput where it cannot be read.
DocumentText textAt(const std::filesystem::path& path);
/// Those that a file of cases names. Throws BadInput where one cannot be read.
CaseDocuments documentsOf(const CaseFile& file);

/// The results of a file: first what cannot be read, then its cases and checks in their order. Of a file whose
/// documents cannot be read nothing is run.
std::vector<CaseResult> runCases(const CaseFile& file, Asked asked = Asked::folded);
/// Those of its cases and checks with these documents instead. Throws BadInput where they do not compile, or have a
/// mistake.
std::vector<CaseResult> runCases(const CaseFile& file, CaseDocuments documents, Asked asked = Asked::folded);

/// Of each case and check the answer that these documents give, or why they give none; no clause is switched off.
/// Throws likewise.
std::vector<std::string> answersOf(const CaseFile& file, CaseDocuments documents);

/// The cases of a file, asked with some clauses of their rules switched off. The file must outlive this.
class SwitchedCases {
 public:
  /// Throws BadInput where a document cannot be read or does not compile.
  explicit SwitchedCases(const CaseFile& file);
  ~SwitchedCases();
  SwitchedCases(const SwitchedCases&) = delete;
  SwitchedCases& operator=(const SwitchedCases&) = delete;

  /// The answer of a case that is of no variant; nothing where it has none under these rules.
  std::optional<std::string> answer(const Case& one, const std::vector<std::string>& off);
  [[nodiscard]] schema::Ruleset::Reader document() const;
  [[nodiscard]] const Ruleset& rules() const;

 private:
  class Asking;
  std::unique_ptr<Asking> asking_;
};

/// A case or check, what of the rules its answer came by, and the rules: as they are, and without its clause.
struct ConsultedCase {
  const Case& asked;
  const Ruleset& rules;
  schema::Ruleset::Reader document, without;
  const Consulted& consulted;
};
/// Those of a file, but for the cases of variants. Each is asked by itself, so that what one consulted is in no other
/// one's. Throws BadInput where a document does not compile or a case cannot be asked.
void forEachConsulted(const CaseFile& file, const std::function<void(const ConsultedCase&)>& see);

/// What the ruleset of a file is called, and its clauses.
struct RulesetClauses {
  std::string name, version;
  struct Clause {
    std::string id, place, gist;
  };
  std::vector<Clause> clauses;
};
/// Those of a ruleset's document. Throws BadInput where it is none.
RulesetClauses clausesOf(const std::filesystem::path& ruleset);
/// Those of every ruleset of engine/rulesets, in the order of their files.
std::vector<RulesetClauses> clausesOfRulesets();

/// Reads and runs every file of tests/conformance.
std::vector<CaseResult> runAll();

}  // namespace docket::conformance
