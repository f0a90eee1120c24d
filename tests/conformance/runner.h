// Runs the cases of a file: under the rules as they are, where each must give its answer, and with its clause switched
// off, where it must not. A case of a variant must give its answer with the variant applied and not without it.
// Invariant: a result without a problem shows its clause; whatever cannot be compiled, folded or asked is a problem.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/catalogue.h"
#include "engine/expression/evaluate.h"
#include "events/document.h"
#include "tests/conformance/cases.h"

namespace docket::conformance {

struct CaseResult {
  std::string clause, variant;
  std::string file;
  TextPosition place;
  bool passed = false;     ///< gave its answer
  bool fails_off = false;  ///< and did not without the clause
  std::string problem{};   ///< what is wrong with it: "file:line:column: ..."; empty where nothing is
};

/// A document's text, by the name that messages give it; without a text there is no document.
struct DocumentText {
  std::string name, json;
};
/// What stands in a file; nothing where the path is empty. Throws BadInput where it cannot be read.
DocumentText textAt(const std::filesystem::path& path);

class Runner {
 public:
  /// Throws BadInput where the documents do not compile.
  explicit Runner(const CaseFile& file);
  /// With these documents instead of those that the file names.
  Runner(const CaseFile& file, DocumentText rules, DocumentText cards);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  [[nodiscard]] std::vector<CaseResult> run();

 private:
  struct Text;
  struct Rulebook;
  struct Reworded;
  class Folded;

  [[nodiscard]] CaseResult run(const Case& one);
  [[nodiscard]] std::string answer(const Case& one, const Reworded& under);

  const CaseFile& file_;
  std::unique_ptr<Rulebook> book_;
};

/// What the ruleset of a file is called, and its clauses.
struct RulesetClauses {
  std::string name, version;
  struct Clause {
    std::string id, place, gist;
  };
  std::vector<Clause> clauses;
};
/// Those of a ruleset's document.
RulesetClauses clausesOf(const std::filesystem::path& ruleset);
/// Those of every ruleset of engine/rulesets, in the order of their files.
std::vector<RulesetClauses> clausesOfRulesets();

/// Reads and runs every file of tests/conformance.
std::vector<CaseResult> runAll();

}  // namespace docket::conformance
