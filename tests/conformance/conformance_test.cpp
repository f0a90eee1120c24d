// Every clause shown by cases: each file of cases is a test, and together they are docs/clauses.md.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "tests/conformance/table.h"

namespace docket::conformance {
namespace {

namespace fs = std::filesystem;

/// "yugioh/once_per_turn.cases" as the name of a test.
std::string testName(const fs::path& path) {
  auto name = fs::relative(path, fs::path(DOCKET_SOURCE_DIR) / "tests/conformance").replace_extension().string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

class Cases : public ::testing::TestWithParam<fs::path> {};

TEST_P(Cases, show_their_clauses) {
  const CaseFile file = readCases(GetParam());
  const auto results = Runner(file).run();
  EXPECT_FALSE(results.empty()) << "there is no case in it";
  for (const CaseResult& result : results) {
    if (!result.problem.empty()) ADD_FAILURE() << result.problem;
  }
}

TEST_P(Cases, have_the_same_answers_from_keyframes) {
  const CaseFile file = readCases(GetParam());
  for (const CaseResult& result : Runner(file, Runner::Tables::keyframes).run()) {
    if (!result.problem.empty()) ADD_FAILURE() << result.problem;
  }
}

INSTANTIATE_TEST_SUITE_P(Conformance, Cases, ::testing::ValuesIn(caseFiles()),
                         [](const auto& file) { return testName(file.param); });

TEST(Clauses, are_on_their_page_as_the_run_shows_them) {
  const auto rows = tabulate(clausesOfRulesets(), runAll());
  const auto path = fs::path(DOCKET_SOURCE_DIR) / "docs/clauses.md";
  if (std::getenv("DOCKET_ACCEPT_CLAUSES") != nullptr) std::ofstream(path) << page(rows);
  EXPECT_EQ(readText(path), page(rows)) << "DOCKET_ACCEPT_CLAUSES=1 writes the page anew";
}

/// The clauses that the project is to show.
TEST(Clauses, that_are_wanted_have_two_cases_each) {
  const auto path = fs::path(DOCKET_SHARED_DIR) / "clauses.tsv";
  if (!fs::exists(path)) GTEST_SKIP() << "ATTENTION: there is no " << path << ": which clauses are wanted is not known";
  std::map<std::string, std::size_t> cases;
  for (const CaseResult& result : runAll()) ++cases[result.clause];
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  std::size_t wanted = 0, lacking = 0;
  while (std::getline(in, line)) {
    const std::string id = line.substr(0, line.find('\t'));
    if (id.empty()) continue;
    ++wanted;
    if (cases[id] >= 2) continue;
    ++lacking;
    std::cout << id << "  " << cases[id] << '\n';
  }
  EXPECT_NE(wanted, 0U);
  EXPECT_EQ(lacking, 0U) << "of " << wanted << " clauses";
}

}  // namespace
}  // namespace docket::conformance
