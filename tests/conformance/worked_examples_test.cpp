// Every worked example of the rule texts is a case, so the library that ships has it (worked_examples.tsv).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "tests/conformance/case_files.h"
#include "tests/places.h"

namespace docket::conformance::worked_examples_test {
namespace {

namespace fs = std::filesystem;

struct WorkedExample {
  std::string text;
  std::size_t line = 0;
  std::string clause, file, record;
};

std::vector<WorkedExample> workedExamples() {
  std::ifstream in(fs::path(docket::test::sourceDir()) / "tests/conformance/worked_examples.tsv");
  std::vector<WorkedExample> all;
  for (std::string row; std::getline(in, row);) {
    if (row.empty() || row.front() == '#' || row.starts_with("text\t")) continue;
    std::istringstream columns(row);
    WorkedExample one;
    std::string line;
    std::getline(columns, one.text, '\t');
    std::getline(columns, line, '\t');
    std::getline(columns, one.clause, '\t');
    std::getline(columns, one.file, '\t');
    std::getline(columns, one.record, '\t');
    one.line = std::stoul(line);
    all.push_back(one);
  }
  return all;
}

TEST(WorkedExamples, AreCasesOfTheirClauses) {
  const auto examples = workedExamples();
  EXPECT_GT(examples.size(), 40U);
  std::map<std::string, CaseFile> files;
  for (const WorkedExample& one : examples) {
    auto known = files.find(one.file);
    if (known == files.end()) {
      const auto path = fs::path(docket::test::sourceDir()) / "tests/conformance" / one.file;
      known = files.emplace(one.file, readCases(path)).first;
    }
    const CaseFile& file = known->second;
    const bool found = std::any_of(file.cases.begin(), file.cases.end(), [&](const Case& asked) {
      return asked.clause == one.clause && file.records[asked.record].name == one.record;
    });
    EXPECT_TRUE(found) << one.text << ":" << one.line << ": " << one.file << " has no case of " << one.clause << " in "
                       << one.record;
  }
}

TEST(WorkedExamples, OfTheRuleTextsAreAllListed) {
  const auto folder = fs::path(docket::test::sharedDir()) / "rules";
  if (!fs::exists(folder)) GTEST_SKIP() << "ATTENTION: there is no " << folder << ": the rule texts were not searched";
  std::set<std::pair<std::string, std::size_t>> listed;
  for (const WorkedExample& one : workedExamples()) listed.emplace(one.text, one.line);
  const std::regex example(R"(\bexamples?\b|\be\.g\.)", std::regex::icase);
  std::size_t found = 0;
  // The texts that rulesets implement: of the rulebook of Yu-Gi-Oh no ruleset has clauses.
  for (const char* text : {"grand-archive-card-characteristics.txt", "l5r-celestial-card-features.txt",
                           "marvel-champions-max.txt", "missions-100-104.txt", "yugioh-once-per-turn.txt"}) {
    std::ifstream in(folder / text);
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (!std::regex_search(line, example)) continue;
      ++found;
      EXPECT_TRUE(listed.contains({text, number})) << text << ":" << number << " is in no row of worked_examples.tsv";
    }
  }
  EXPECT_EQ(found, listed.size());
}

}  // namespace
}  // namespace docket::conformance::worked_examples_test
