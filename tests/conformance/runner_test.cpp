// The reader and the runner of cases themselves: what is wrong with a case is said, where it stands.
#include "tests/conformance/runner.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "events/errors.h"
#include "tests/conformance/table.h"

namespace docket::conformance {
namespace {

const std::filesystem::path kHere = std::filesystem::path(DOCKET_SOURCE_DIR) / "tests/conformance";

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

CaseFile read(const std::string& from) { return readCases(from, "a.cases", kHere / "yugioh"); }

/// The problem of the only case of a text, or what cannot be read in it.
std::string problem(const std::string& from) {
  try {
    const CaseFile file = read(from);
    const auto results = Runner(file).run();
    return results.size() == 1 ? results.front().problem : fmt::format("{} cases", results.size());
  } catch (const BadInput& error) {
    return error.what();
  }
}

TEST(Runner, takes_a_case_that_its_clause_decides) {
  EXPECT_EQ(problem(text("case ygo.soft | wyrm@5 | legal(5) | false | a second use")), "");
}

TEST(Runner, says_what_is_wrong_with_a_case) {
  const struct {
    std::string line, problem;
  } rows[] = {
      {"case ygo.soft | wyrm@5 | legal(4) | true | the first use",
       "a.cases:10:1: ygo.soft: legal(4) is true with the clause off too, so it does not show the clause (the first "
       "use)"},
      {"case ygo.soft | wyrm@5 | legal(5) | true | the second use",
       "a.cases:10:1: ygo.soft: legal(5) is false, not true (the second use)"},
      {"case ygo.sofd | wyrm@5 | legal(5) | false | a second use",
       "a.cases:10:1: ygo.sofd, with the clause off: yugioh 2022-06-22 has no clause \"ygo.sofd\" (did you mean "
       "\"ygo.soft\"?) (a second use)"},
      {"case ygo.soft/strict | wyrm | legal(5) | false | a second use",
       "a.cases:10:1: ygo.soft/strict: clause \"ygo.soft\" has no variant \"strict\" (a second use)"},
      {"case ygo.soft | wyrm | stat(#1, \"ATC\") | 1 | a question that is none",
       "a.cases:10:33: the ruleset has no stat \"ATC\" (did you mean \"ATK\"?) (ygo.soft: a question that is none)"},
  };
  for (const auto& row : rows) EXPECT_EQ(problem(text(row.line)), row.problem) << row.line;
}

TEST(Table, lists_the_clauses_that_no_case_shows) {
  const std::vector<RulesetClauses> rulesets{{.name = "lab",
                                              .version = "1",
                                              .clauses = {{.id = "lab.one", .place = "1", .gist = "one"},
                                                          {.id = "lab.two", .place = "2", .gist = "two"},
                                                          {.id = "lab.three", .place = "3", .gist = "three"}}}};
  CaseResult shown{.clause = "lab.two", .variant = {}, .file = "a.cases", .place = {}};
  shown.passed = shown.fails_off = true;
  const std::string table = printed(tabulate(rulesets, {shown}));
  EXPECT_NE(table.find("3 clauses, 0 of them shown by two cases or more; 1 case, 1 passed, 1 fail when off\n"
                       "no case: lab.one, lab.three\n"),
            std::string::npos)
      << table;
}

TEST(Runner, says_that_a_text_stands_in_quotation_marks) {
  EXPECT_EQ(problem(text("case ygo.soft | wyrm@5 | zone(#1) | monster zone | where it is")),
            "a.cases:10:1: ygo.soft: zone(#1) is \"monster zone\", not monster zone: a text stands in quotation marks "
            "(where it is)");
}

TEST(Cases, say_where_their_notation_is_wrong) {
  const struct {
    std::string text, problem;
  } rows[] = {
      {"", "a.cases: it does not say under which rules: rules NAME VERSION"},
      {"rule yugioh 1", "a.cases:1:1: expected rules, cards, record or case (did you mean \"rules\"?)"},
      {"rules yugiho 2022-06-22", "a.cases:1:7: there is no yugiho.json (did you mean \"yugioh.json\"?)"},
      {"rules yugioh 2022-06-22\nrecord a\n  cardMovd card=1\nend",
       "a.cases:3:3: nothing is recorded as \"cardMovd\" (did you mean \"cardMoved\"?)"},
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
       "a.cases:3:45: the count is 3, and 2 cards are named"},
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
      {text("case ygo.soft | wyrm@5 | | 1 | x"), "a.cases:10:26: the question is missing"},
  };
  for (const auto& row : rows) {
    const std::string found = problem(row.text);
    EXPECT_EQ(found.substr(0, row.problem.size()), row.problem) << found;
  }
}

TEST(Cases, the_example_of_the_page_is_run) {
  const std::string page = readText(kHere / "README.md");
  const std::string fence = "```text tested\n";
  const auto begin = page.find(fence);
  ASSERT_NE(begin, std::string::npos);
  const auto from = begin + fence.size();
  EXPECT_EQ(problem(page.substr(from, page.find("```", from) - from)), "");
}

}  // namespace
}  // namespace docket::conformance
