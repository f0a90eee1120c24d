// docket slip: a judge's decision on one page.
#include "tests/tools/disputed_game.h"
#include "tests/tools/json.h"
#include "tools/render/text.h"

namespace docket {
namespace {

using test::has;
using test::Json;
using test::Ran;

class Slip : public test::DisputedGame {
 protected:
  /// The page of a slip, which has to fit on its sheet.
  [[nodiscard]] std::string page(std::vector<std::string> more = {}) const {
    std::vector<std::string> typed{"slip", "court/7"};
    typed.insert(typed.end(), more.begin(), more.end());
    const Ran ran = run(typed);
    EXPECT_EQ(ran.status, 0) << ran.err;
    std::size_t lines = 0;
    std::istringstream text(ran.out);
    for (std::string line; std::getline(text, line); ++lines) EXPECT_LE(columnsOf(line), 78U) << line;
    EXPECT_LE(lines, 66U) << ran.out;
    return ran.out;
  }
};

TEST_F(Slip, HasTheTableTheQuestionTheClausesTheDecisionAndTheVerdict) {
  const std::string text = page({"--ruling", "16"});
  for (const char* part : {
           "RULING\n-----",
           "Table        Winter Court, round 2, table 7, 2011-08-01\n",
           "Game         court/7, event 16\n",
           "Players      P1 Aiko\n             P2 Bastien\n",
           "Personal Honor of Steady Guard #2 = 4\n",
           "\"It is equal to the minimum.\"\n",
           "On appeal. It takes the place of an earlier ruling, which counts\n",
           "Personal Honor of Steady Guard #2 = 0 (event 15, by",
           "Clauses      [l5r.calc.contradiction.between] ",
           "Penalties    none in this game\n",
           "Judge        Dana\n",
           "Computed     upheld: the rules agree with the claim\n",
           "Personal Honor of Steady Guard #2: 4\n",
           "(l5r-celestial\n             2011-06-06)\n",
           "\nJudge Dana  ",
           "\nP2 Bastien  ",
       }) {
    EXPECT_TRUE(has(text, part)) << part << "\n" << text;
  }
  EXPECT_FALSE(has(text, "SUPERSEDED"));
  EXPECT_EQ(page(), page({"--ruling", "17"})) << "the one that stands and was given last";
}

TEST_F(Slip, TellsInWordsEachActOfWhichTheClaimSaysWhetherItWasLegal) {
  ASSERT_NE(run({"rule", "court/7", "--at", "13", "--claim", "legal(10) and not legal(12)", "--judge", "Eve"}).status,
            2);
  const std::string text = page();
  EXPECT_TRUE(has(text, "Event 10: Aiko uses Steady Guard")) << text;
  EXPECT_TRUE(has(text, "Event 12: Aiko uses Steady Guard")) << text;
  EXPECT_TRUE(has(text, "event 10 is legal and event 12 is not legal")) << text;
  EXPECT_FALSE(has(page({"--ruling", "16"}), "Event 10: ")) << "that is about a stat";
}

TEST_F(Slip, SaysThatARulingWasSupersededAndByWhich) {
  const std::string text = page({"--ruling", "15"});
  EXPECT_TRUE(text.starts_with("SUPERSEDED RULING\n")) << text;
  EXPECT_TRUE(has(text, "This ruling counts no more. On appeal another took its place:")) << text;
  EXPECT_TRUE(has(text, "= 4 (event 16, by Dana).")) << text;
  EXPECT_TRUE(has(text, "overturned: the rules give a different result")) << text;
  const Json json = Json::of(run({"slip", "court/7", "--ruling", "15", "--json"}).out);
  EXPECT_EQ(json["supersededBy"].text(), "Personal Honor of Steady Guard #2 = 4 (event 16, by Dana)");
  EXPECT_EQ(json["outcome"].text(), "overturned");
  EXPECT_EQ(json["clauses"].items()[0]["clause"].text(), "l5r.calc.clamp");
  EXPECT_NE(json["clauses"].items()[0]["says"].text(), "");
}

TEST_F(Slip, OfAPenaltyHasNoVerdictAndThatOfARulingListsIt) {
  ASSERT_EQ(
      run({"rule", "court/7", "--penalty", "warning", "--player", "P1", "--judge", "Eve", "--note", "slow"}).status, 0);
  const std::string penalty = page({"--ruling", "19"});
  EXPECT_TRUE(penalty.starts_with("DECISION\n")) << penalty;
  EXPECT_TRUE(has(penalty, "no rule overturns it")) << penalty;
  EXPECT_TRUE(has(page({"--ruling", "16"}), "Penalties    P1 Aiko: warning (event 19, Eve)\n"));
  EXPECT_TRUE(Json::of(run({"slip", "court/7", "--ruling", "19", "--json"}).out)["outcome"].isNull());
}

TEST_F(Slip, IsOnePageWhateverIsWrittenOnIt) {
  const std::string words(4000, 'x');
  std::string note;
  for (int i = 0; i < 900; ++i) note += "long ";
  std::vector<std::string> typed{"rule", "court/7", "--claim", "1 = 1", "--judge", "Eve", "--note", note};
  for (int i = 0; i < 90; ++i) typed.insert(typed.end(), {"--cite", "l5r.calc.clamp"});
  ASSERT_EQ(run(typed).status, 0);
  const std::string long_one = page();
  EXPECT_TRUE(has(long_one, "(cut here: ")) << long_one;
  EXPECT_TRUE(has(long_one, "Day and time")) << long_one;
  ASSERT_EQ(run({"rule", "court/7", "--claim", "1 = 1", "--judge", words, "--note", words}).status, 0);
  const std::string long_words = page();
  EXPECT_TRUE(has(long_words, std::string(60, 'x'))) << long_words;
  EXPECT_FALSE(has(long_words, std::string(79, 'x'))) << long_words;
  EXPECT_TRUE(has(long_words, "Day and time")) << long_words;
}

TEST_F(Slip, IsAPageThatAsksNothingOfAnyServerAndObeysNoText) {
  ASSERT_EQ(run({"rule", "court/7", "--claim", "1 = 1", "--judge", "<script>alert(1)</script>", "--note",
                 "<img src=x onerror=y>"})
                .status,
            0);
  const Ran ran = run({"slip", "court/7", "-o", place / "slip.html"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  const std::string html = test::textOf(place / "slip.html");
  EXPECT_TRUE(html.starts_with("<!doctype html>")) << html.substr(0, 80);
  EXPECT_TRUE(has(html, "&lt;script&gt;")) << html;
  for (const char* never : {"<script", "<img", "http:", "https:", "{{"}) EXPECT_FALSE(has(html, never)) << never;
  EXPECT_TRUE(has(html, "default-src 'none'"));
  EXPECT_EQ(run({"slip", "court/7", "-o", place / "slip.txt"}).status, 0);
  EXPECT_EQ(test::textOf(place / "slip.txt"), page());
}

TEST_F(Slip, RefusesWhatIsNoDecisionWithThoseThatThereAre) {
  for (const char* typed : {"3", "0", "99"}) {
    const Ran ran = run({"slip", "court/7", "--ruling", typed});
    EXPECT_EQ(ran.status, 2) << ran.out;
    EXPECT_TRUE(has(ran.err, "its rulings are 15, 16 and 17 (--ruling 17)")) << ran.err;
  }
  EXPECT_EQ(run({"slip", "court/7", "--ruling", "17"}).status, 0) << "what is suggested";
  EXPECT_TRUE(has(run({"slip", "court/7", "--ruling", "x"}).err, "expected the event of a ruling"));
  EXPECT_EQ(run({"slip", "court/9"}).status, 2);
}

}  // namespace
}  // namespace docket
