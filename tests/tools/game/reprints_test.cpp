// Reprints of a title are one card if their texts are the same; if the texts differ, the program asks which one is
// meant.
#include "tests/tools/run.h"

namespace docket::reprints_test {
namespace {

using test::has;
using test::Ran;

constexpr const char* kCards = R"({
  "name": "twice", "version": "1", "ruleset": "yugioh",
  "cards": [
    {"key": "old", "title": "Twin Bell", "types": ["monster"], "text": "It rings.",
     "stats": [{"stat": "ATK", "amount": 700}], "abilities": [{"name": "ring", "designator": "ignition"}]},
    {"key": "new", "title": "Twin Bell", "types": ["monster"], "text": "It rings.",
     "stats": [{"stat": "ATK", "amount": 700}], "abilities": [{"name": "ring", "designator": "ignition"}]},
    {"key": "d1", "title": "Double", "types": ["monster"], "text": "One.", "stats": [{"stat": "ATK", "amount": 1}]},
    {"key": "d2", "title": "Double", "types": ["monster"], "text": "Two.", "stats": [{"stat": "ATK", "amount": 2}]},
    {"key": "d3", "title": "Double", "types": ["monster"], "text": "Two.", "stats": [{"stat": "ATK", "amount": 2}]}
  ]
})";

// The second Twin Bell is of the other printing.
constexpr const char* kGame = R"(game "reprints/1"
date "2026-10-10"
P1 "Gus"
P2 "Hana"
ruleset "yugioh"
P1 registers hand
  = "Twin Bell"
  = "Twin Bell [new]"
  = "Double [d3]"
P2 registers hand 3 cards
== turn P1
-- "main 1"
)";

class Reprints : public testing::Test {
 protected:
  [[nodiscard]] Ran importGame(const std::string& lines, const std::string& archive = "archive") const {
    return test::run({"import", place.file("game.txt", kGame + lines), "--cards", place.file("cards.json", kCards),
                      "--archive", place / archive});
  }
  [[nodiscard]] Ran run(std::vector<std::string> typed) const { return test::runOn(place.archive(), std::move(typed)); }
  test::TempDirectory place;
};

TEST_F(Reprints, OfOneTextAreOneCardInALine) {
  const Ran any = importGame(
      "plays \"Twin Bell\" to \"monster zone\" slot 1 up turned attack\n"
      "P2 plays \"Twin Bell\" to \"monster zone\" slot 1 up turned attack\n"
      "uses \"Twin Bell [a]\" ability 1\n");
  ASSERT_EQ(any.status, 0) << any.err;
  const std::string log = run({"log", "reprints/1"}).out;
  EXPECT_HAS(log, "plays \"Twin Bell\" #1 to");
  const Ran again = test::run(
      {"import", place.file("again.txt", log), "--cards", place / "cards.json", "--archive", place / "again"});
  EXPECT_EQ(again.status, 0) << again.err;
}

TEST_F(Reprints, OfOneTextAreOneCardInQuestions) {
  ASSERT_EQ(importGame("P2 plays \"Twin Bell\" to \"monster zone\" slot 1 up turned attack\n").status, 0);
  const Ran act = run({"ask", "reprints/1", "--act", "plays Twin Bell to \"monster zone\" slot 2 up turned attack"});
  EXPECT_LE(act.status, 1) << act.err;
  EXPECT_HAS(act.out, "Twin Bell #1") << act.err;
  const Ran stat = run({"ask", "reprints/1", "stat(\"Twin Bell [a]\", \"ATK\")"});
  EXPECT_HAS(stat.out, ": 700") << stat.err;
  for (const char* label : {"Twin Bell [a]", "Twin Bell [b]", "Twin Bell [c]"}) {
    const Ran explained = run({"explain", "reprints/1", label, "ATK"});
    EXPECT_HAS(explained.out, "700") << label << explained.err;
  }
}

TEST_F(Reprints, OfDifferentTextsAreAmbiguous) {
  const Ran which = importGame("P2 plays Double to \"monster zone\" slot 1 up turned attack\n");
  EXPECT_EQ(which.status, 2);
  EXPECT_HAS(which.err, "the catalogue has several cards \"Double\"");
  EXPECT_HAS(which.err, "\"Double [d1]\" (One.) or \"Double [d2]\" (Two.)");
  // Each printing can be meant by its key, the second of one text too.
  EXPECT_EQ(importGame("P2 plays \"Double [d3]\" to \"monster zone\" slot 1 up turned attack\n").status, 0);
  EXPECT_HAS(run({"export", "reprints/1"}).out, R"("definition":"d3")");
}

TEST_F(Reprints, OfOneTextAreOneCardInADeckList) {
  const Ran deck = test::run({"deck", place.file("deck.txt", "3 Twin Bell\n"), "--ruleset", "yugioh", "--cards",
                              place.file("cards.json", kCards)});
  EXPECT_LE(deck.status, 1) << deck.err;
  EXPECT_FALSE(has(deck.err, "several cards are called")) << deck.err;
  const Ran two = test::run({"deck", place.file("deck.txt", "3 Double\n"), "--ruleset", "yugioh", "--cards",
                             place.file("cards.json", kCards)});
  EXPECT_HAS(two.err, "several cards are called \"Double\": d1, d2");
}

// One text that was read in two ways leaves open which way is meant.
TEST_F(Reprints, WithDifferentLimitsAreAmbiguous) {
  std::string cards = kCards;
  const std::string with_limit =
      R"({"name": "ring", "limits": [{"limit": "once-per-turn"}], "designator": "ignition"})";
  const std::string ability = R"({"name": "ring", "designator": "ignition"})";
  cards.replace(cards.find(ability), ability.size(), with_limit);
  const Ran deck = test::run({"deck", place.file("deck.txt", "3 Twin Bell\n"), "--ruleset", "yugioh", "--cards",
                              place.file("cards.json", cards)});
  EXPECT_HAS(deck.err, "several cards are called \"Twin Bell\": old, new") << deck.out;
}

}  // namespace
}  // namespace docket::reprints_test
