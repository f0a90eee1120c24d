// Tests of the case reader and runner: mistakes in a case are reported with their place.
#include "tests/conformance/case_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "events/errors.h"
#include "tests/conformance/table.h"
#include "tests/places.h"

namespace docket::conformance::runner_test {
namespace {

const std::filesystem::path kHere = std::filesystem::path(docket::test::sourceDir()) / "tests/conformance";

/// Cases about two uses of one card's ability in a turn, the second of which ygo.soft forbids.
std::string text(const std::string& cases) {
  return "rules yugioh 2022-06-22\ncards cards.json\n"
         "record wyrm\n"
         "  deckRegistered player=1 zone=deck first=1 : Cask Wyrm\n"
         "  cardMoved card=1 player=1 zone=\"monster zone\" slot=0 face=up\n"
         "  began period=turn player=1\n"
         "  P1 abilityActivated player=1 card=1 ability=1\n"
         "  P1 abilityActivated player=1 card=1 ability=1\n"
         "end\n" +
         cases + "\n";
}

CaseFile read(const std::string& from) {
  return cases::readCases(from, "a.cases", kHere / "yugioh", rulesetsOfTheTree());
}

/// The problem of the only case of a text, or the first that cannot be read in it.
std::string problem(const std::string& from) {
  const auto results = runCases(read(from));
  if (results.empty()) return "no case";
  return results.size() == 1 || results.front().unread ? results.front().problem
                                                       : fmt::format("{} cases", results.size());
}

TEST(Runner, AcceptsACaseThatItsClauseDecides) {
  EXPECT_EQ(problem(text("case ygo.soft | wyrm@5 | legal(5) | false | a second use")), "");
}

TEST(Runner, AcceptsACheckThatItsClauseDoesNotChange) {
  EXPECT_EQ(problem(text("check ygo.soft | wyrm@5 | legal(4) | true | the first use")), "");
  EXPECT_EQ(problem(text("check ygo.soft | wyrm@5 | cards(in \"monster zone\") | { #1 } | where it is")), "");
}

TEST(Runner, ReportsWhatIsWrongWithACase) {
  const struct {
    std::string line, problem;
  } rows[] = {
      {"case ygo.soft | wyrm@5 | legal(4) | true | the first use",
       "a.cases:10:1: ygo.soft: legal(4) is true with the clause off too, so it does not show the clause (check is for "
       "what it leaves as it is) (the first use)"},
      {"check ygo.soft | wyrm@5 | legal(5) | false | a second use",
       "a.cases:10:1: ygo.soft: legal(5) is true with the clause off, so the clause decides it: write case instead of "
       "check (a second use)"},
      {"case ygo.soft | wyrm@5 | legal(5) | true | the second use",
       "a.cases:10:1: ygo.soft: legal(5) is false, not true (the second use)"},
      {"check ygo.soft | wyrm@5 | legal(4) | false | the first use",
       "a.cases:10:1: ygo.soft: legal(4) is true, not false (the first use)"},
      {"case ygo.sofd | wyrm@5 | legal(5) | false | a second use",
       "a.cases:10:1: ygo.sofd, with the clause off: yugioh 2022-06-22 has no clause \"ygo.sofd\" (did you mean "
       "\"ygo.soft\"?) (a second use)"},
      {"check ygo.sofd | wyrm@5 | legal(4) | true | the first use",
       "a.cases:10:1: ygo.sofd, with the clause off: yugioh 2022-06-22 has no clause \"ygo.sofd\" (did you mean "
       "\"ygo.soft\"?) (the first use)"},
      {"case ygo.soft/strict | wyrm | legal(5) | false | a second use",
       "a.cases:10:1: ygo.soft/strict: clause \"ygo.soft\" has no variant \"strict\" (a second use)"},
      {"case ygo.soft | wyrm | stat(#1, \"ATC\") | 1 | a question that is none",
       "a.cases:10:33: the ruleset has no stat \"ATC\" (did you mean \"ATK\"?) (ygo.soft: a question that is none)"},
      {"case ygo.soft | wyrm | legal(5) | 0 | an answer to another question",
       "a.cases:10:35: legal(5) asks for true or false, and 0 is a number (ygo.soft: an answer to another question)"},
  };
  for (const auto& row : rows) EXPECT_EQ(problem(text(row.line)), row.problem) << row.line;
}

TEST(Runner, SkipsUnreadableCasesAndRunsTheOthers) {
  const auto results =
      runCases(read(text("record broken\n  cardMovd card=1\nend\n"
                         "case ygo.soft | broken@1 | legal(1) | true | its record cannot be read\n"
                         "case ygo.soft | wyrm@5 | legal(5) | fals | no answer\n"
                         "case ygo.soft | wyrm@5 | legal(5) | false | a second use\n"
                         "check ygo.soft | wyrm@5 | legal(4) | true | the first use")));
  ASSERT_EQ(results.size(), 5U);
  EXPECT_EQ(results[0].problem, "a.cases:11:3: there is no event called \"cardMovd\" (did you mean \"cardMoved\"?)");
  EXPECT_TRUE(results[0].unread);
  EXPECT_EQ(results[1].problem.substr(0, 35), "a.cases:14:37: expected an answer: ") << results[1].problem;
  EXPECT_EQ(results[2].problem, results[0].problem);
  EXPECT_FALSE(results[2].passed);
  EXPECT_EQ(results[3].problem, "");
  EXPECT_TRUE(results[3].passed && results[3].fails_off);
  EXPECT_EQ(results[4].problem, "");
  EXPECT_TRUE(results[4].check && results[4].passed && !results[4].fails_off);
}

TEST(Runner, ReportsThatTheDocumentsOfAFileCannotBeRead) {
  const auto results = runCases(readCasesAsNamed("there/is/none.cases"));
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].problem, "there/is/none.cases: cannot be read");
  EXPECT_TRUE(results[0].unread);
}

TEST(Table, ListsTheClausesWithoutACase) {
  const std::vector<RulesetClauses> rulesets{{.name = "lab",
                                              .version = "1",
                                              .clauses = {{.id = "lab.one", .place = "1", .gist = "one"},
                                                          {.id = "lab.two", .place = "2", .gist = "two"},
                                                          {.id = "lab.three", .place = "3", .gist = "three"}}}};
  CaseResult shown{.clause = "lab.two", .variant = {}, .file = "a.cases", .place = {}};
  shown.passed = shown.fails_off = true;
  CaseResult left{.clause = "lab.three", .variant = {}, .file = "a.cases", .place = {}, .check = true};
  left.passed = true;
  const std::string table = printed(tabulate(rulesets, {shown, left}));
  EXPECT_NE(table.find("3 clauses, 0 of them shown by two cases or more; 1 case, 1 passed, 1 fail when off; 1 check, 1 "
                       "held\n"
                       "no case: lab.one, lab.three\n"),
            std::string::npos)
      << table;
}

TEST(Table, CountsChecksSeparatelyFromCases) {
  const std::vector<RulesetClauses> rulesets{
      {.name = "lab", .version = "1", .clauses = {{.id = "lab.one", .place = "1", .gist = "one"}}}};
  std::vector<CaseResult> results(4);
  for (CaseResult& one : results) one.clause = "lab.one", one.check = true;
  results[0].check = false;
  results[0].passed = results[0].fails_off = true;
  results[1].passed = true;
  results[2].passed = results[2].fails_off = true;  // the clause decides it
  const auto rows = tabulate(rulesets, results);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].cases, 1U);
  EXPECT_EQ(rows[0].fails_off, 1U);
  EXPECT_EQ(rows[0].checks, 3U);
  EXPECT_EQ(rows[0].held, 1U);
  EXPECT_NE(page(rows).find("| `lab.one` | lab | 1 | 1 | 3 |\n"), std::string::npos) << page(rows);
}

TEST(Cases, ReportWhereTheirNotationIsWrong) {
  const struct {
    std::string text, problem;
  } rows[] = {
      {"", "a.cases: it does not say under which rules: rules NAME VERSION"},
      {"rule yugioh 1",
       "a.cases:1:1: expected rules, cards, source, date, record, case or check (did you mean \"rules\"?)"},
      {"rules yugiho 2022-06-22", "a.cases:1:7: there is no ruleset yugiho (did you mean \"yugioh\"?)"},
      {"rules yugioh 2022-06-22\nrecord a\n  cardMovd card=1\nend",
       "a.cases:3:3: there is no event called \"cardMovd\" (did you mean \"cardMoved\"?)"},
      {"rules yugioh 2022-06-22\nrecord a\n  cardMoved card=1 zon=deck\nend",
       "a.cases:3:20: cardMoved has no \"zon\" (did you mean \"zone\"?)"},
      {"rules yugioh 2022-06-22\nrecord a\n  deckRegistered player=1 zone=deck first=1 : A\n  cardMoved zone=hand "
       "card=2\nend",
       "a.cases:4:23: cardMoved.card: there is no card 2 (the last is 1)"},
      {"rules yugioh 2022-06-22\nrecord a\n  deckRegistered player=1 zone=deck first=1 : A\n  cardMoved card=1 "
       "face=upp\nend",
       "a.cases:4:20: expected one of unchanged, up, down, found \"upp\" (did you mean \"up\"?)"},
      {"rules yugioh 2022-06-22\nrecord a\n  changeBegan\n    + bonos subject=P1\nend", "a.cases:4:7: expected one of"},
      {"rules yugioh 2022-06-22\nrecord a\n  began period=\"turn player=1\nend",
       "a.cases:3:16: it lacks the \" that closes it"},
      {"rules yugioh 2022-06-22\ncards cards.json\nrecord a\n  deckRegistered player=1 zone=deck first=1 : ?, Cask "
       "Wrym\nend",
       "a.cases:4:50: the catalogue has no card \"Cask Wrym\" (did you mean \"Cask Wyrm\"?); ? is a card that nobody "
       "knows"},
      {"rules yugioh 2022-06-22\nrecord a\n  deckRegistered player=1 zone=deck first=1 count=3 : A, B\nend",
       "a.cases:3:45: the count is 3, but 2 cards are named"},
      {"rules yugioh 2022-06-22\nrecord a\n  deckRegistered player=1 zone=dekc first=1 count=2\nend\n"
       "case ygo.soft | a | legal(1) | true | x",
       "a.cases:3:3: a, event 1: the ruleset has no zone \"dekc\" (did you mean \"deck\"?) (ygo.soft: x)"},
      {"rules yugioh 2022-06-22\nrecord a\n  began period=turm\nend\ncase ygo.soft | a | legal(1) | true | x",
       "a.cases:3:3: a, event 1: the ruleset has no period \"turm\" (did you mean \"turn\"?) (ygo.soft: x)"},
      {"rules yugioh 2022-06-22\nrecord a\n  began period=turn player=1", "a.cases:2:8: the record a has no end"},
      {"rules yugioh 2022-06-22\ncase ygo.soft | b@1 | 1 | 1 | x",
       "a.cases:2:17: there is no record b before this line"},
      {text("case ygo.soft | wyrm@6 | 1 | 1 | x"), "a.cases:10:22: the record wyrm has the events 1 to 5"},
      {text("case ygo.soft | wyrm@5 | 1 | 1"),
       "a.cases:10:1: expected case CLAUSE | RECORD@EVENT | QUESTION | ANSWER | WHAT IT SHOWS"},
      {text("check ygo.soft | wyrm@5 | 1 | 1"),
       "a.cases:10:1: expected check CLAUSE | RECORD@EVENT | QUESTION | ANSWER | WHAT IT SHOWS"},
      {text("case ygo.soft | wyrm@5 | zone(#1) | monster zone | where it is"),
       "a.cases:10:37: expected an answer: 4, true, \"hand\", #2, P1, {#1 #2}, absent or unknown: why; found monster "
       "zone; put a text in quotation marks"},
      {text("case ygo.soft | wyrm@5 | legal(5) | flase | x"),
       "a.cases:10:37: expected an answer: 4, true, \"hand\", #2, P1, {#1 #2}, absent or unknown: why; found flase "
       "(did "
       "you mean \"false\"?); put a text in quotation marks"},
      {text("case ygo.soft | wyrm@5 | legal(5) | unknown | x"),
       "a.cases:10:37: an unknown answer gives its reason: unknown: what is #5"},
      {text("case ygo.soft | wyrm@5 | 4 | 4 surely | x"), "a.cases:10:30: expected an answer: "},
      {text("case ygo.soft | wyrm@5 | 4 | 4 unverified | x"),
       "a.cases:10:31: only unverified: why or diverged: why can follow the answer"},
      {text("case ygo.soft | wyrm@5 | | 1 | x"), "a.cases:10:26: the question is missing"},
  };
  for (const auto& row : rows) {
    const std::string found = problem(row.text);
    EXPECT_EQ(found.substr(0, row.problem.size()), row.problem) << found;
  }
}

TEST(Program, RunsAFolderWithAnUnreadableFile) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "docket-conformance-folder";
  fs::remove_all(folder);
  fs::create_directories(folder);
  fs::copy(kHere / "yugioh/cards.json", folder / "cards.json");
  std::ofstream(folder / "a.cases") << "rules yugiho 2022-06-22\n";
  std::ofstream(folder / "b.cases") << text(
      "case ygo.soft | wyrm@5 | legal(5) | false | a second use\n"
      "check ygo.soft | wyrm@5 | legal(4) | true | the first use");
  const auto output = folder / "told";
  const auto run = [&](const std::string& files) {
    const std::string command =
        fmt::format("'{}' {} > '{}' 2>&1", docket::test::conformanceProgram(), files, output.string());
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  EXPECT_EQ(run("'" + folder.string() + "'"), 2) << readText(output);
  const std::string said = readText(output);
  EXPECT_NE(said.find("1 case, 1 passed, 1 fail when off; 1 check, 1 held"), std::string::npos) << said;
  EXPECT_NE(said.find("a.cases:1:7: there is no ruleset yugiho (did you mean \"yugioh\"?)"), std::string::npos) << said;
  EXPECT_EQ(run(fmt::format("'{}' '{}'", (folder / "b.cases").string(), (folder / "c.cases").string())), 2);
  EXPECT_EQ(run(fmt::format("'{}'", (folder / "b.cases").string())), 0) << readText(output);
  std::ofstream(folder / "b.cases") << text("check ygo.soft | wyrm@5 | legal(5) | false | a second use");
  EXPECT_EQ(run(fmt::format("'{}'", (folder / "b.cases").string())), 1) << readText(output);
  fs::remove_all(folder);
}

TEST(Cases, TheExampleOnThePageRuns) {
  const std::string page = readText(std::filesystem::path(docket::test::sourceDir()) / "docs/cases.md");
  const std::string fence = "```text tested\n";
  const auto begin = page.find(fence);
  ASSERT_NE(begin, std::string::npos);
  const auto from = begin + fence.size();
  const auto results = runCases(read(page.substr(from, page.find("```", from) - from)));
  ASSERT_EQ(results.size(), 2U);
  for (const CaseResult& one : results) EXPECT_EQ(one.problem, "");
  EXPECT_NE(results[0].check, results[1].check);
}

}  // namespace
}  // namespace docket::conformance::runner_test
