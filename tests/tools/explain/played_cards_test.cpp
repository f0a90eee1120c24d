// Where a played card is: where cards of its type go, or, if no document says so, unknown until a line moves it.
#include "tests/tools/run.h"

namespace docket::played_cards_test {
namespace {

constexpr const char* kBegun = R"(game "cup/1"
P1 "Nia"
P2 "Otto"
ruleset "marvel-champions"
P1 registers hand
  = 3 "Two by Two"
  = 2 "Pocket Flare"
== round 1
-- player phase
-- turn Nia
)";

/// What is asked after these lines, with its grade.
std::string askedAfter(const std::string& lines, const std::string& question) {
  const test::TempDirectory place;
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--archive", place.archive()});
    const test::Ran ran = test::run(words);
    return ran.out + ran.err;
  };
  const std::string imported =
      run({"import", place.file("g.txt", kBegun + lines), "--cards", test::sample("catalogues/marvel-champions.json")});
  EXPECT_TRUE(test::has(imported, "stored     cup/1")) << imported;
  return run({"ask", "cup/1", question});
}

TEST(PlayedCards, GoWhereTheDocumentsSay) {
  const std::string twice = "plays Two by Two\nplays Two by Two\n";
  for (const std::string question : {"count(in hand of P1) = 3", "count(in discard of P1) = 2"}) {
    const std::string answer = askedAfter(twice, question);
    EXPECT_TRUE(test::has(answer, ": true")) << answer;
    EXPECT_TRUE(test::has(answer, "EXACT")) << answer;
  }
}

TEST(PlayedCards, AreSomewhereUnknownUntilALineMovesThem) {
  const std::string once = "plays Pocket Flare\n";
  for (const std::string& lines : {once, once + "turn Otto\nturn Nia\n"}) {
    for (const std::string question : {"count(in hand of P1)", "count(in discard of P1)", "zone(#4)"}) {
      const std::string answer = askedAfter(lines, question);
      EXPECT_TRUE(test::has(answer, ": unknown")) << answer;
      EXPECT_TRUE(test::has(answer, "UNVERIFIED")) << answer;
      EXPECT_TRUE(test::has(answer, "the record does not say where it is now")) << answer;
    }
    EXPECT_TRUE(test::has(askedAfter(lines, "count(in hand of P1, type(it, \"event\")) = 3"), ": true"));
  }
  const std::string moved = askedAfter(once + "moves #4 to discard\n", "count(in hand of P1) = 4");
  EXPECT_TRUE(test::has(moved, ": true")) << moved;
  EXPECT_TRUE(test::has(moved, "EXACT")) << moved;
}

TEST(PlayedCards, AreNotPlayedTwice) {
  const std::string answer = askedAfter("plays Pocket Flare\nplays Pocket Flare\nmoves #4 to discard\n",
                                        "zone(#4) = \"discard\" and count(in hand of P1) >= 3");
  EXPECT_TRUE(test::has(answer, ": true")) << answer;
  EXPECT_TRUE(test::has(askedAfter("plays Pocket Flare\nplays Pocket Flare\n", "zone(#5)"), ": unknown"));
}

}  // namespace
}  // namespace docket::played_cards_test
