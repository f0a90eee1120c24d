// A ruleset's lines apply whether or not they name a clause: the clause is only cited.
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/conformance/case_files.h"
#include "tests/shipped_rulesets.h"

namespace docket::conformance::clause_of_reading_test {
namespace {

/// A ruleset's text in which no reading names a clause; the lines of readings are the only objects that begin so.
std::string withoutClausesOfReadings(const std::string& json) {
  static const std::regex kClause(R"(("reading": "[^"]*"), "clause": "[^"]*")");
  return std::regex_replace(json, kClause, "$1");
}

TEST(Readings, HoldWhetherOrNotTheyNameAClause) {
  std::size_t asked = 0;
  for (const auto& path : caseFiles()) {
    const CaseFile file = readCases(path);
    CaseDocuments documents = file.documents.value();
    const std::string json = readText(file.rules);
    const std::string unnamed = withoutClausesOfReadings(json);
    if (unnamed == json) continue;
    documents.rules = test::readWholeRuleset(unnamed, file.rules);
    const auto results = runCases(file, documents);
    ASSERT_EQ(results.size(), file.cases.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Case& one = file.cases[i];
      const bool cites = one.question.find("broke") != std::string::npos ||
                         one.question.find("clause(") != std::string::npos || !one.variant.empty();
      if (cites) continue;  // the clause is unknown then, and a variant can belong to such a line
      ++asked;
      EXPECT_TRUE(results[i].passed) << results[i].problem;
    }
  }
  EXPECT_GT(asked, 100U);
}

}  // namespace
}  // namespace docket::conformance::clause_of_reading_test
