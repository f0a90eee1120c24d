// docket cases from and find, and the pages of a library.
#include <fmt/format.h>

#include <filesystem>

#include "tests/tools/disputed_game.h"

namespace docket::from_and_find_test {
namespace {

namespace fs = std::filesystem;
using test::has;
using test::Ran;

std::string conformance(const std::string& folder) {
  return docket::test::sourceDir() + "/tests/conformance/" + folder;
}

class CaseOfARuling : public test::DisputedGame {
 protected:
  [[nodiscard]] Ran from(int ruling) const {
    return run({"cases", "from", "court/7", "--ruling", std::to_string(ruling), "-o", place / "made.cases"});
  }
  [[nodiscard]] std::string made() const { return test::textOf(place / "made.cases"); }
};

TEST_F(CaseOfARuling, HasTheJudgesAnswerAndAgreesIfTheRulesDo) {
  const Ran ran = from(16);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, " of 18 events; stat(#");
  EXPECT_HAS(made(), "source \"court/7, event 16\"\ndate 2011-08-01\n");
  EXPECT_HAS(made(), "\"Personal Honor\") | 4 | It is equal to the minimum.\n");
  EXPECT_FALSE(has(made(), "abilityActivated")) << made();
  const Ran check = run({"cases", "check", place / "made.cases"});
  EXPECT_EQ(check.status, 0) << check.out << check.err;
}

TEST_F(CaseOfARuling, IsADifferenceIfTheJudgeWasWrong) {
  const Ran ran = from(15);
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_HAS(ran.out, "the rules give 4: docket cases check shows this as a difference");
  const Ran check = run({"cases", "check", place / "made.cases"});
  EXPECT_EQ(check.status, 1) << check.out;
  EXPECT_HAS(check.out, "\"Personal Honor\"): 4; published: 0\n");
}

TEST_F(CaseOfARuling, StatesTheRuledLegality) {
  std::string game = test::kGame;
  game.replace(game.find("court/7"), 7, "court/8");
  game += R"x({"rulingGiven":{"judge":"Dana","claim":"not legal(12)","clauses":["l5r.ability.once"]}})x";
  importGame("ruled.jsonl", game + "\n");
  const Ran ran = run({"cases", "from", "court/8", "--ruling", "19", "--source", "the head judge | in July", "-o",
                       place / "made.cases"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_HAS(made(), "source \"the head judge | in July\"\n");
  EXPECT_HAS(made(), "case l5r.ability.once | least@");
  EXPECT_HAS(made(), ") | false | as ruled\n");
  EXPECT_EQ(run({"cases", "check", place / "made.cases"}).status, 0);
}

TEST(FindingCases, WorksByWordsClauseAndCard) {
  const Ran words = test::run({"cases", "find", conformance("yugioh"), "NEGATED", "activated again"});
  EXPECT_EQ(words.status, 0) << words.err;
  EXPECT_HAS(words.out, "clause(8): \"ygo.soft\"");
  const Ran clause = test::run({"cases", "find", conformance("yugioh"), "--clause", "ygo.hard.duel"});
  EXPECT_HAS(clause.out, "\n3 cases\n");
  const Ran card = test::run({"cases", "find", conformance("yugioh/hard.cases"), "--card", "ham keep"});
  EXPECT_HAS(card.out, "\n3 cases\n");
  EXPECT_EQ(test::run({"cases", "find", conformance("yugioh"), "no such words"}).out, "0 cases\n");
}

TEST(FindingCases, WorksByTheShapeOfTheDerivation) {
  const std::string file = conformance("yugioh/hard.cases");
  const Ran one = test::run({"cases", "find", file, "example", "--clause", "ygo.hard.name"});
  std::size_t line = 0;
  std::istringstream lines(test::textOf(file));
  std::size_t number = 0;
  for (std::string text; std::getline(lines, text);) {
    ++number;
    if (has(text, "another card of the same name counts with it")) line = number;
  }
  ASSERT_NE(line, 0U) << one.out;
  const Ran like = test::run({"cases", "find", conformance("yugioh"), "--like", fmt::format("{}:{}", file, line)});
  EXPECT_EQ(like.status, 0) << like.err;
  // A use by another copy against the same kind of limit comes before a stat or a count.
  EXPECT_HAS(like.out.substr(0, 600), "legal(") << like.out;
  EXPECT_FALSE(has(like.out, fmt::format("hard.cases:{} ", line))) << like.out;
  const Ran none = test::run({"cases", "find", conformance("yugioh"), "--like", file + ":1"});
  EXPECT_EQ(none.status, 2);
  EXPECT_HAS(none.err, "expected FILE:LINE of a case");
}

class LibraryPages : public test::DisputedGame {};

TEST_F(LibraryPages, ShowEachCaseWithItsAnswerAndWhy) {
  fs::create_directories(place / "library/yugioh");
  static_cast<void>(place.file("library/yugioh/cards.json", test::textOf(conformance("yugioh/cards.json"))));
  static_cast<void>(place.file(
      "library/yugioh/twice.cases",
      "rules yugioh 2022-06-22\ncards cards.json\nsource \"<b>judge</b>\"\ndate 2024-05-01\nrecord twice\n"
      "  deckRegistered player=1 zone=deck first=1 : Cask Wyrm\n"
      "  cardMoved card=1 player=1 zone=\"monster zone\" slot=0 face=up\n  began period=turn player=1\n"
      "  P1 abilityActivated player=1 card=1 ability=1\n  P1 abilityActivated player=1 card=1 ability=1\nend\n"
      "case ygo.soft | twice | legal(5) | false | a second <use>\n"
      "check ygo.soft | twice | legal(5) | true | what an old answer says\n"));
  const Ran ran = run({"site", place / "public", "--cases", place / "library"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  const std::string list = test::textOf(place / "public/cases/index.html");
  EXPECT_HAS(list, "yugioh/twice</bdi></a>");
  EXPECT_HAS(list, "data-of=\"Answers\">2</td>");
  EXPECT_HAS(list, "data-of=\"Not as the rules give it\">1</td>");
  EXPECT_FALSE(has(list, place / "library")) << "the page must not show the library's path";
  const auto from = list.find("<th scope=\"row\"><a href=\"") + 25;
  const std::string page = test::textOf(place / ("public/cases/" + list.substr(from, list.find('"', from) - from)));
  for (const char* part : {"a second &lt;use&gt;", "&lt;b&gt;judge&lt;/b&gt;", "agrees", "differs", "By the rules",
                           "The situation: 5 events", "uses &quot;Cask Wyrm&quot;", "[ygo.soft]", "2024-05-01"})
    EXPECT_HAS(page, part);
  EXPECT_FALSE(has(page, "<b>")) << page;
  EXPECT_HAS(test::textOf(place / "public/index.html"), "cases/index.html");
  EXPECT_HAS(run({"site", place / "public", "--cases", place / "library"}).out, ": 0 written,");
  EXPECT_FALSE(has(run({"site", place / "public"}).out, " 0 removed"));
  EXPECT_FALSE(fs::exists(place / "public/cases/index.html"));
}

}  // namespace
}  // namespace docket::from_and_find_test
