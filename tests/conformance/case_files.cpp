#include "tests/conformance/case_files.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "events/errors.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"

namespace docket::conformance {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = docket::test::sourceDir();

/// The rulesets in engine/rulesets, in the order of their names.
std::vector<fs::path> rulesetFiles() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kRoot / "engine/rulesets")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  // A ruleset comes before those that extend it: "yugioh" before "yugioh-play".
  std::sort(files.begin(), files.end(),
            [](const fs::path& one, const fs::path& other) { return one.stem() < other.stem(); });
  return files;
}

}  // namespace

std::string readText(const fs::path& path) {
  std::ifstream in(path);
  if (!in) throw BadInput(path.string(), 0, 0, "cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

const std::vector<WrittenRuleset>& rulesetsOfTheTree() {
  static const std::vector<WrittenRuleset> kAll = [] {
    auto files = rulesetFiles();
    files.push_back(kRoot / "tools/import/hearthstone/hearthstone.json");
    std::vector<WrittenRuleset> read;
    for (const auto& file : files) read.push_back({.file = file.string(), .text = readText(file), .own = {}});
    return read;
  }();
  return kAll;
}

std::vector<fs::path> caseFiles() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "tests/conformance")) {
    if (entry.path().extension() == ".cases") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

CaseFile readCasesAsNamed(const fs::path& path) {
  try {
    return cases::readCases(readText(path), path.string(), fs::absolute(path).parent_path(), rulesetsOfTheTree());
  } catch (const BadInput& error) {
    CaseFile unread;
    unread.name = path.string();
    unread.problems.emplace_back(error.what());
    return unread;
  }
}

CaseFile readCases(const fs::path& path) {
  return cases::readCases(readText(path), fs::relative(path, kRoot).string(), path.parent_path(), rulesetsOfTheTree());
}

RulesetClauses clausesOf(const fs::path& ruleset) {
  const auto document = test::readWholeRuleset(readText(ruleset), ruleset.filename());
  RulesetClauses made{
      .name = document.root().getName().cStr(), .version = document.root().getVersion().cStr(), .clauses = {}};
  for (auto clause : document.root().getClauses()) {
    made.clauses.push_back(
        {.id = clause.getId().cStr(), .place = clause.getPlace().cStr(), .gist = clause.getGist().cStr()});
  }
  return made;
}

std::vector<RulesetClauses> clausesOfRulesets() {
  std::vector<RulesetClauses> all;
  for (const auto& file : rulesetFiles()) all.push_back(clausesOf(file));
  return all;
}

std::vector<CaseResult> runAll() {
  std::vector<CaseResult> all;
  for (const auto& path : caseFiles()) {
    for (CaseResult& result : runCases(readCases(path))) all.push_back(std::move(result));
  }
  return all;
}

}  // namespace docket::conformance
