// Every clause shown by cases: each file of cases is a test, and together they are docs/clauses.md.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "tests/conformance/table.h"
#include "tests/places.h"

namespace docket::conformance::conformance_test {
namespace {

namespace fs = std::filesystem;

/// "yugioh/once_per_turn.cases" as the name of a test.
std::string testName(const fs::path& path) {
  auto name =
      fs::relative(path, fs::path(docket::test::sourceDir()) / "tests/conformance").replace_extension().string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

class Cases : public ::testing::TestWithParam<fs::path> {};

TEST_P(Cases, ShowTheirClauses) {
  const auto results = runCases(readCases(GetParam()));
  EXPECT_FALSE(results.empty()) << "the file has no case";
  for (const CaseResult& result : results) {
    if (!result.problem.empty()) ADD_FAILURE() << result.problem;
  }
}

/// If a keyframe lacks something that a clause depends on, the answer after it differs.
TEST_P(Cases, AreAnsweredAlikeFromAKeyframe) {
  const auto results = runCases(readCases(GetParam()), AnswerMethod::from_keyframe);
  EXPECT_FALSE(results.empty());
  for (const CaseResult& result : results) {
    if (!result.problem.empty()) ADD_FAILURE() << result.problem;
  }
}

/// An explanation is of the same answer.
TEST_P(Cases, AreAnsweredAlikeWithAnExplanation) {
  const auto results = runCases(readCases(GetParam()), AnswerMethod::explained);
  EXPECT_FALSE(results.empty());
  for (const CaseResult& result : results) {
    if (!result.problem.empty()) ADD_FAILURE() << result.problem;
  }
}

INSTANTIATE_TEST_SUITE_P(Conformance, Cases, ::testing::ValuesIn(caseFiles()),
                         [](const auto& file) { return testName(file.param); });

TEST(Clauses, MatchTheirPage) {
  const auto rows = tabulate(clausesOfRulesets(), runAll());
  const auto path = fs::path(docket::test::sourceDir()) / "docs/clauses.md";
  if (std::getenv("DOCKET_ACCEPT_CLAUSES") != nullptr) std::ofstream(path) << page(rows);
  EXPECT_EQ(readText(path), page(rows)) << "DOCKET_ACCEPT_CLAUSES=1 rewrites the page";
}

/// The first column of a table, without its head.
std::vector<std::string> idsOf(const fs::path& table) {
  std::ifstream in(table);
  std::vector<std::string> ids;
  std::string line;
  for (std::getline(in, line); std::getline(in, line);) {
    if (const std::string id = line.substr(0, line.find('\t')); !id.empty()) ids.push_back(id);
  }
  return ids;
}

/// The clauses that the project has to show, listed in two tables.
TEST(Clauses, ThatAreRequiredHaveTwoCasesEach) {
  std::vector<std::string> wanted;
  for (const char* table : {"clauses.tsv", "clauses-2.tsv"}) {
    const auto path = fs::path(docket::test::sharedDir()) / table;
    if (!fs::exists(path)) {
      GTEST_SKIP() << "ATTENTION: there is no " << path << ": the list of required clauses is missing";
    }
    const auto ids = idsOf(path);
    EXPECT_FALSE(ids.empty()) << path;
    wanted.insert(wanted.end(), ids.begin(), ids.end());
  }
  std::map<std::string, std::size_t> cases;
  for (const CaseResult& result : runAll()) cases[result.clause] += !result.check && result.problem.empty() ? 1 : 0;
  std::size_t lacking = 0;
  for (const std::string& id : wanted) {
    if (cases[id] >= 2) continue;
    ++lacking;
    std::cout << id << "  " << cases[id] << '\n';
  }
  EXPECT_EQ(lacking, 0U) << "of " << wanted.size() << " clauses";
}

}  // namespace
}  // namespace docket::conformance::conformance_test
