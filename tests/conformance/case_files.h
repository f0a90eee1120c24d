// The case files of this folder and the rulesets under which they run: read from the source tree, so a changed
// ruleset can be tried without a build.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/cases/case_reader.h"
#include "tools/cases/case_runner.h"

namespace docket::conformance {

using cases::AnswerMethod;
using cases::answersOf;
using cases::Case;
using cases::CaseDocuments;
using cases::CaseFile;
using cases::CaseResult;
using cases::ConsultedCase;
using cases::forEachConsulted;
using cases::Record;
using cases::runCases;
using cases::SwitchedCases;

/// The text of a file. Throws BadInput if it cannot be read.
std::string readText(const std::filesystem::path& path);

/// The rulesets of the tree that files of cases can name, each under its path.
const std::vector<WrittenRuleset>& rulesetsOfTheTree();

/// Reads tests/conformance's files, in the order of their names.
std::vector<std::filesystem::path> caseFiles();
CaseFile readCases(const std::filesystem::path& path);
/// Reads a file; messages name it as given. If it does not exist, CaseFile::problems says so.
CaseFile readCasesAsNamed(const std::filesystem::path& path);

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
