// docket slip: a judge's decision on one page.
#include "tests/tools/disputed_game.h"
#include "tests/tools/json.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"

namespace docket::slip_test {
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
           "Is this true: Personal Honor of Steady Guard #2 = 4?\n",
           "Decision     Yes.\n",
           "\"It is equal to the minimum.\"\n",
           "On appeal. It replaces an earlier ruling:",
           "Steady Guard #2 = 0 (event 15, by",
           "Clauses      [l5r.calc.contradiction.between] ",
           "Penalties    none in this game\n",
           "Judge        Dana\n",
           "Computed     right: the rules agree with the claim\n",
           "Personal Honor of Steady Guard #2: 4\n",
           "(l5r-celestial\n             2011-06-06)\n",
           "\nJudge Dana  ",
           "\nP2 Bastien  ",
       }) {
    EXPECT_HAS(text, part);
  }
  EXPECT_FALSE(has(text, "REPLACED"));
  EXPECT_EQ(page(), page({"--ruling", "17"})) << "the last ruling that stands";
}

TEST_F(Slip, DescribesEachActWhoseLegalityIsClaimed) {
  ASSERT_NE(run({"rule", "court/7", "--at", "13", "--claim", "legal(10) and not legal(12)", "--judge", "Eve"}).status,
            2);
  const Json json = Json::of(run({"slip", "court/7", "--json"}).out);
  const std::string use = R"((Aiko uses Steady Guard: ability 1 "strike" (Battle)))";
  EXPECT_EQ(json["claimInWords"].text(), "event 10 " + use + " is legal and event 12 " + use + " is not legal");
  EXPECT_EQ(json["acts"].items().size(), 2U);
  EXPECT_HAS(page(), "event 12 (Aiko uses Steady Guard");
  EXPECT_FALSE(has(page({"--ruling", "16"}), "event 10 ")) << "that ruling is about a stat";
}

TEST_F(Slip, StatesLegalityOnceAsDocketAskDoes) {
  const std::string act = R"(event 12 (Aiko uses Steady Guard: ability 1 "strike" (Battle)))";
  struct {
    const char *claim, *standing;
  } const rows[] = {
      {"legal(12)", "not legal"}, {"not legal(12)", "not legal"}, {"not legal(12) and legal(10)", "not legal"}};
  for (const auto& row : rows) {
    ASSERT_NE(run({"rule", "court/7", "--at", "13", "--claim", row.claim, "--judge", "Eve"}).status, 2) << row.claim;
    const auto gives = Json::of(run({"slip", "court/7", "--json"}).out)["gives"].items();
    ASSERT_FALSE(gives.empty()) << row.claim;
    const std::string what = gives[0]["what"].text(), value = gives[0]["value"].text();
    EXPECT_EQ(value, row.standing) << row.claim;
    EXPECT_EQ(what, "event 12");
    if (has(row.claim, " and ")) {
      EXPECT_EQ(gives.size(), 2U) << "each act is listed once";
      continue;
    }
    const Json asked = Json::of(run({"ask", "court/7", "--at", "13", row.claim, "--json"}).out);
    const std::string in_words = asked["answers"].items()[0]["inWords"].text();
    EXPECT_TRUE(in_words.starts_with(what) && in_words.ends_with(": " + value)) << in_words;
    EXPECT_HAS(in_words, act);
    EXPECT_HAS(run({"ask", "court/7", "--at", "13", row.claim}).out, row.standing) << row.claim;
  }
  const Json other = Json::of(run({"ask", "court/7", "1 = 1", "--json"}).out);
  EXPECT_EQ(other["answers"].items()[0]["inWords"].text(), "");
}

TEST_F(Slip, AsksAndAnswersInWordsWithTheReasonInOneSentence) {
  struct {
    const char *claim, *question, *answer, *why;
  } const rows[] = {
      {"legal(12)", "Was the second use of Steady Guard by Aiko in turn 1 legal?", "Yes.", "wrong: the rules give"},
      {"not legal(12)", "Was the second use of Steady Guard by Aiko in turn 1 legal?", "No.", "right: the rules agree"},
      {"legal(7)", "Was the play of Steady Guard by Aiko in turn 1 legal?", "Yes.", ": event 7: "},
      {"legal(9)", "Was event 9 legal?", "Yes.", ""},
      {"legal(10) and not legal(12)", "Is this true: event 10 ", "Yes.", ": event 10: "},
      {"stat(#2, \"Force\") = 6", "Is this true: Force of Steady Guard #2 = 6?", "Yes.", ""},
  };
  for (const auto& row : rows) {
    ASSERT_NE(run({"rule", "court/7", "--at", "13", "--claim", row.claim, "--judge", "Eve"}).status, 2) << row.claim;
    const Json json = Json::of(run({"slip", "court/7", "--json"}).out);
    EXPECT_TRUE(json["question"].text().starts_with(row.question)) << json["question"].text();
    EXPECT_EQ(json["answer"].text(), row.answer) << row.claim;
    const std::string verdict = (json["outcome"].text() == "upheld" ? "right: " : "wrong: ") + json["why"].text();
    EXPECT_HAS(verdict, row.why) << row.claim;
    EXPECT_HAS(page(), "Decision     " + std::string(row.answer));
  }
}

TEST_F(Slip, GivesTheRuleForARightRulingAsForAWrongOne) {
  std::vector<std::string> reasons;
  for (const char* claim : {"legal(12)", "not legal(12)"}) {
    ASSERT_NE(run({"rule", "court/7", "--at", "13", "--claim", claim, "--judge", "Eve"}).status, 2) << claim;
    const std::string why = Json::of(run({"slip", "court/7", "--json"}).out)["why"].text();
    reasons.push_back(why.substr(why.find(": ") + 2));
    EXPECT_HAS(page(), "beyond its limit");
  }
  EXPECT_HAS(reasons[0], "beyond its limit: 1 of 1 used before [");
  EXPECT_EQ(reasons[0], reasons[1]);
}

TEST_F(Slip, CountsTheUsesOfTheAbilityInQuestion) {
  std::string game(test::kGame);
  const std::string use = R"("abilityActivated":{"player":1,"card":2,"ability":1)";
  game.replace(game.find("court/7"), 7, "court/8");
  game.replace(game.find(use) + use.size() - 1, 1, "2");
  importGame("own.jsonl", game);
  ASSERT_NE(run({"rule", "court/8", "--at", "13", "--claim", "legal(12)", "--judge", "Eve"}).status, 2);
  EXPECT_EQ(Json::of(run({"slip", "court/8", "--json"}).out)["question"].text(),
            "Was the use of ability 1 of Steady Guard by Aiko in turn 1 legal?");
}

TEST_F(Slip, IsAsWideForANarrowTerminal) {
  const std::string text = page({"--ruling", "16"});
  const WithPageColumns narrow(44);
  EXPECT_EQ(page({"--ruling", "16"}), text);
  ASSERT_EQ(run({"slip", "court/7", "--ruling", "16", "-o", place / "slip.html"}).status, 0);
  EXPECT_HAS(test::textOf(place / "slip.html"),
             ">On appeal. It replaces an earlier ruling: Personal Honor of Steady Guard #2 = 0 (event 15, by");
}

TEST_F(Slip, ListsTheEffectsOnADecidedStat) {
  const std::string text = page({"--ruling", "16"});
  EXPECT_HAS(text, "In effect    minimum 4, while its source is in play, from Old Keep #1");
  const auto changes = Json::of(run({"slip", "court/7", "--ruling", "16", "--json"}).out)["changes"].items();
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].text(), "minimum 4, while its source is in play, from Old Keep #1 (event 7)");
  EXPECT_EQ(changes[1].text(), "maximum 0, while the card stays where it is (event 13)");
  ASSERT_NE(run({"rule", "court/7", "--claim", "legal(10)", "--judge", "Eve"}).status, 2);
  EXPECT_FALSE(has(page(), "In effect")) << page();
}

TEST_F(Slip, MarksAClauseMissingFromTheDocuments) {
  std::string game(test::kGame);
  const std::string cited = R"("clauses":["l5r.calc.clamp"])";
  game.replace(game.find("court/7"), 7, "court/8");
  game.replace(game.find(cited), cited.size(), R"("clauses":["house.rule.3"])");
  importGame("own.jsonl", game);
  const Ran ran = run({"slip", "court/8", "--ruling", "15"});
  EXPECT_HAS(ran.out, "[house.rule.3] not a clause of the ruleset");
  EXPECT_HAS(run({"verify", "court/8"}).out, "cites [house.rule.3] not a clause of the ruleset") << ran.out;
}

TEST_F(Slip, NamesTheReplacementOfARuling) {
  const std::string text = page({"--ruling", "15"});
  EXPECT_TRUE(text.starts_with("REPLACED RULING\n")) << text;
  EXPECT_HAS(text, "This ruling was replaced on appeal:");
  EXPECT_HAS(text, "= 4 (event 16, by Dana).");
  EXPECT_HAS(text, "wrong: the rules give a different result");
  const Json json = Json::of(run({"slip", "court/7", "--ruling", "15", "--json"}).out);
  EXPECT_EQ(json["supersededBy"].text(), "Personal Honor of Steady Guard #2 = 4 (event 16, by Dana)");
  EXPECT_EQ(json["outcome"].text(), "overturned");
  EXPECT_EQ(json["clauses"].items()[0]["clause"].text(), "l5r.calc.clamp");
  EXPECT_NE(json["clauses"].items()[0]["says"].text(), "");
}

TEST_F(Slip, OfAPenaltyHasNoVerdictAndARulingsSlipListsIt) {
  ASSERT_EQ(
      run({"rule", "court/7", "--penalty", "warning", "--player", "P1", "--judge", "Eve", "--note", "slow"}).status, 0);
  const std::string penalty = page({"--ruling", "19"});
  EXPECT_TRUE(penalty.starts_with("DECISION\n")) << penalty;
  EXPECT_HAS(penalty, "A matter of discretion: it is recorded and not judged.");
  EXPECT_HAS(page({"--ruling", "16"}), "Penalties    P1 Aiko: warning (event 19, Eve)\n");
  EXPECT_TRUE(Json::of(run({"slip", "court/7", "--ruling", "19", "--json"}).out)["outcome"].isNull());
}

TEST_F(Slip, OfARewindSaysWhatIsUndoneAndWhereTheGameContinues) {
  const std::vector<std::string> rewind{"rule", "court/7", "--rewind", "11", "--judge", "Eve", "--note", "Back up."};
  std::vector<std::string> dry = rewind;
  dry.insert(dry.end(), {"--dry-run", "--json"});
  const std::string undone =
      R"(the game continues after event 11 (Aiko gains 2 Family Honor), and 3 events are undone: )"
      R"(event 12 (Aiko uses Steady Guard: ability 1 "strike" (Battle)) to event 18 (Bastien takes control of )"
      R"(Steady Guard until the turn ends))";
  EXPECT_EQ(Json::of(run(dry).out)["undone"].text(), undone);
  ASSERT_EQ(run(rewind).status, 0);
  EXPECT_EQ(Json::of(run({"slip", "court/7", "--ruling", "19", "--json"}).out)["decided"].text(), "rewind: " + undone);
  const std::string text = page({"--ruling", "19"});
  EXPECT_HAS(text, "\"Back up.\"\n");
  EXPECT_EQ(text.find("Back up."), text.rfind("Back up.")) << text;
  EXPECT_HAS(text, "Judge        Eve\n");
  EXPECT_FALSE(has(text, "by \"Eve\"") || has(text, "rewinds to")) << text;
  ASSERT_EQ(run({"rule", "court/7", "--rewind", "0", "--judge", "Eve"}).status, 0);
  EXPECT_HAS(page({"--ruling", "20"}), "the game begins again, and 11 events are undone: event 1")
      << "12 to 18 were already undone";
}

TEST_F(Slip, IsOnePageWhateverItsLength) {
  const std::string words(4000, 'x');
  std::string note;
  for (int i = 0; i < 900; ++i) note += "long ";
  std::vector<std::string> typed{"rule", "court/7", "--claim", "1 = 1", "--judge", "Eve", "--note", note};
  for (int i = 0; i < 90; ++i) typed.insert(typed.end(), {"--cite", "l5r.calc.clamp"});
  ASSERT_EQ(run(typed).status, 0);
  const std::string long_one = page();
  EXPECT_HAS(long_one, "(cut here: ");
  EXPECT_HAS(long_one, "Day and time");
  ASSERT_EQ(run({"rule", "court/7", "--claim", "1 = 1", "--judge", words, "--note", words}).status, 0);
  const std::string long_words = page();
  EXPECT_HAS(long_words, std::string(60, 'x'));
  EXPECT_FALSE(has(long_words, std::string(79, 'x'))) << long_words;
  EXPECT_HAS(long_words, "Day and time");
}

TEST_F(Slip, LoadsNothingAndRunsNoScript) {
  ASSERT_EQ(run({"rule", "court/7", "--claim", "1 = 1", "--judge", "<script>alert(1)</script>", "--note",
                 "<img src=x onerror=y>"})
                .status,
            0);
  const Ran ran = run({"slip", "court/7", "-o", place / "slip.html"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  const std::string html = test::textOf(place / "slip.html");
  EXPECT_TRUE(html.starts_with("<!doctype html>")) << html.substr(0, 80);
  EXPECT_HAS(html, "&lt;script&gt;");
  for (const char* never : {"<script", "<img", "http:", "https:", "{{"}) EXPECT_FALSE(has(html, never)) << never;
  EXPECT_HAS(html, "default-src 'none'");
  EXPECT_EQ(run({"slip", "court/7", "-o", place / "slip.txt"}).status, 0);
  EXPECT_EQ(test::textOf(place / "slip.txt"), page());
}

TEST_F(Slip, RefusesAnInvalidDecisionAndListsTheOthers) {
  for (const char* typed : {"3", "0", "99"}) {
    const Ran ran = run({"slip", "court/7", "--ruling", typed});
    EXPECT_EQ(ran.status, 2) << ran.out;
    EXPECT_HAS(ran.err, "its rulings are 15, 16 and 17 (--ruling 17)");
  }
  EXPECT_EQ(run({"slip", "court/7", "--ruling", "17"}).status, 0) << "the suggested command works";
  EXPECT_HAS(run({"slip", "court/7", "--ruling", "x"}).err, "expected the event of a ruling");
  EXPECT_EQ(run({"slip", "court/9"}).status, 2);
}

}  // namespace
}  // namespace docket::slip_test
