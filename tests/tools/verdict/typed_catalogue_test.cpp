// Typed catalogues: a text without a statement of what is read is unknown, never "none", because it may contain a
// limit.
#include <gtest/gtest.h>

#include "tests/tools/json.h"
#include "tests/tools/printed_duel.h"
#include "tests/tools/run.h"

namespace docket::test::typed_catalogue_test {
namespace {

// A card with "Limit once per round" in its text alone: the ruleset has no such limit.
std::string workshop(const std::string& more) {
  return R"({"name": "typed", "version": "1", "ruleset": "marvel-champions", "cards": [
  {"key": "Bench", "title": "Bench", "types": ["upgrade"], )" +
         more + R"json(
   "abilities": [{"name": "saw", "designator": "Response", "text": "Draw 1 card. (Limit once per round.)"}]
}]
}
)json";
}

constexpr const char* kTwice = R"(game "bench"
P1 "Ada"
ruleset "marvel-champions"
P1 registers "play area"
  = "Bench"
== round
-- phase player
-- turn P1
  uses "Bench" ability 1
  uses "Bench" ability 1
)";

class TypedCatalogue : public testing::Test {
 protected:
  [[nodiscard]] Ran docket(std::vector<std::string> typed) const {
    return test::runOn(place.archive(), std::move(typed));
  }
  Ran importGame(const std::string& game, const std::string& cards) const {
    Ran imported = docket({"import", place.file("game.txt", game), "--cards", place.file("cards.json", cards)});
    EXPECT_EQ(imported.status, 0) << imported.out << imported.err;
    return imported;
  }
  [[nodiscard]] std::string answer(const std::string& game, const std::string& expression) const {
    const Json one = Json::of(docket({"ask", game, expression, "--json"}).out)["answers"].items().front();
    const std::string value = one["presence"].text() == "known" ? one["value"].text() : one["presence"].text();
    return value + " " + one["grade"].text();
  }

  TempDirectory place;
};

TEST_F(TypedCatalogue, MakesNoAnswerExactWithoutUnreadOf) {
  const Ran imported = importGame(kTwice, workshop(""));
  EXPECT_EQ(answer("bench", "legal(6)"), "unknown UNVERIFIED");
  EXPECT_HAS(imported.err,
             "attention  bench: the text of \"Bench\" is not marked as read, so it counts as unread: "
             "docket cards check FILE says");
  const Ran asked = docket({"ask", "bench", "legal(6)"});
  EXPECT_HAS(asked.out, "the text of Bench #1 was not read, and its text can matter");
}

TEST_F(TypedCatalogue, IsExactAboutATextMarkedAsRead) {
  importGame(kTwice, workshop(R"("unreadOf": [],)"));
  EXPECT_EQ(answer("bench", "legal(6)"), "true EXACT");
}

TEST_F(TypedCatalogue, NamesTheUnreadMattersOfAText) {
  importGame(kTwice, workshop(R"("unreadOf": ["changes"],)"));
  EXPECT_EQ(answer("bench", "legal(6)"), "true EXACT") << "unread effects do not affect legality";
  const TempDirectory other;
  ASSERT_EQ(run({"import", place.file("game.txt", kTwice), "--cards",
                 place.file("cards.json", workshop(R"("unreadOf": ["uses"],)")), "--archive", other.archive()})
                .status,
            0);
  EXPECT_HAS(run({"ask", "bench", "legal(6)", "--archive", other.archive()}).out, "UNVERIFIED");
}

TEST_F(TypedCatalogue, IsReportedByTheCheckWithItsPlaceAndACorrection) {
  const Ran checked = run({"cards", "check", place.file("cards.json", workshop(""))});
  EXPECT_EQ(checked.status, 0) << checked.out;
  EXPECT_HAS(checked.out, "cards.json:3:68: note: card \"Bench\": \"Draw 1 card.");
  EXPECT_HAS(checked.out, "write \"unreadOf\": [] on the card");
  const Ran good = run({"cards", "check", place.file("cards.json", workshop(R"("unreadOf": [],)"))});
  EXPECT_HAS(good.out, "cards.json: good\n");
}

TEST_F(TypedCatalogue, KeepsUnreadMattersWhenAProgramReadsTheRest) {
  const Ran read = run({"cards", "read", place.file("cards.json", workshop("")), "-o", place / "read.json"});
  ASSERT_EQ(read.status, 0) << read.err;
  importGame(kTwice, textOf(place / "read.json"));
  EXPECT_EQ(answer("bench", "legal(6)"), "unknown UNVERIFIED");
}

// Keywords and flavor say nothing that a field would have to say.
TEST_F(TypedCatalogue, HasNothingUnreadIfATextIsKeywordsAndFlavor) {
  const std::string cards = R"({"name": "c", "version": "1", "ruleset": "l5r-celestial", "cards": [
  {"key": "Rock", "title": "Rock", "types": ["Region"], "text": "_It was here before the wall._"},
  {"key": "Guard", "title": "Guard", "types": ["Region"], "text": "Crab Clan\n---\nThis Region has +1F."}]}
)";
  const Ran checked = run({"cards", "check", place.file("cards.json", cards)});
  EXPECT_FALSE(has(checked.out, "Rock")) << checked.out;
  EXPECT_HAS(checked.out, "cards.json:3:67: note: card \"Guard\": \"This Region has");
}

TEST_F(TypedCatalogue, TemplateIsValidForEveryRuleset) {
  for (const char* ruleset : {"yugioh", "marvel-champions", "grand-archive", "huntik", "l5r-celestial@2009-06-01",
                              "l5r-celestial@2011-06-06"}) {
    const Ran made = run({"cards", "new", "--ruleset", ruleset});
    ASSERT_EQ(made.status, 0) << ruleset << made.err;
    const Ran checked = run({"cards", "check", place.file("new.json", made.out), "--ruleset", ruleset});
    EXPECT_HAS(checked.out, "new.json: good\n") << ruleset << "\n" << made.out;
    EXPECT_HAS(made.out, "\"ruleset\": \"" + std::string(ruleset).substr(0, std::string(ruleset).find('@')));
  }
  const Ran unsaid = run({"cards", "new"});
  EXPECT_EQ(unsaid.status, 2);
  EXPECT_HAS(unsaid.err, "--ruleset RULESET names the rules of the game");
}

TEST_F(TypedCatalogue, TemplateShowsTheCardWordsForEachLimit) {
  const Ran made = run({"cards", "new", "--ruleset", "yugioh"});
  for (const char* line : {"\n//   once-per-turn: \"Once per turn\"\n",
                           "\n//   hard-use: \"You can only use this effect of X once per turn\"\n"})
    EXPECT_HAS(made.out, line);
}

TEST_F(TypedCatalogue, TemplateShowsHowToTypeABonusFromAnotherCard) {
  const std::string modifier = "\"modifier\"}";
  EXPECT_HAS(run({"cards", "new", "--ruleset", "l5r-celestial"}).out, modifier);
  EXPECT_FALSE(has(run({"cards", "new", "--ruleset", "yugioh"}).out, modifier));
}

TEST_F(TypedCatalogue, IsReportedIfAbilityTextAndListDisagreeAboutALimit) {
  const std::string made = run({"cards", "new", "--ruleset", "yugioh"}).out;
  const Ran checked =
      run({"cards", "check",
           place.file("cards.json", with(made, "Once per turn: its words, as they are printed",
                                         "You can discard 1 card; draw 1 card. You can only use this effect of \\\"A "
                                         "Card\\\" once per turn."))});
  EXPECT_HAS(checked.out,
             "card \"A Card\": its text has the limit \"You can only use this effect of X once per turn\", the "
             "catalogue does not");
  EXPECT_HAS(checked.out, "the catalogue has the limit \"Once per turn\", its text does not");
}

TEST_F(TypedCatalogue, SuggestsTheNearestDesignatorAndTheirList) {
  const std::string cards = R"({"name": "c", "version": "1", "ruleset": "yugioh", "cards": [
  {"key": "A", "title": "A", "types": ["monster"], "abilities": [{"name": "x", "designator": "quick"}]}]}
)";
  const Ran checked = run({"cards", "check", place.file("cards.json", cards)});
  EXPECT_EQ(checked.status, 2);
  EXPECT_HAS(checked.out,
             "the ruleset has no designator \"quick\" (did you mean \"quick effect\"?); docket rules "
             "show lists them");
  const Ran shown = run({"rules", "show", "yugioh"});
  EXPECT_HAS(shown.out, "Words of cards and records");
  for (const char* word :
       {"\n  types                     monster, spell", "\n  designators               ", "quick effect"})
    EXPECT_HAS(shown.out, word);
}

}  // namespace
}  // namespace docket::test::typed_catalogue_test
