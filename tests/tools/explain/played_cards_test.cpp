// A played card goes where cards of its type go by the documents.
#include <fmt/format.h>

#include "tests/tools/run.h"

namespace docket::played_cards_test {
namespace {

/// Each of these questions is answered by true, EXACT, after a game under a ruleset that ends with these lines.
void expectTrueAfter(const std::string& ruleset, const std::string& lines, const std::vector<std::string>& questions) {
  const test::TempDirectory place;
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--archive", place.archive()});
    const test::Ran ran = test::run(words);
    return ran.out + ran.err;
  };
  const std::string game =
      fmt::format("game \"cup/1\"\nP1 \"Nia\"\nP2 \"Otto\"\nruleset \"{}\"\nP1 registers hand\n{}", ruleset, lines);
  const std::string imported =
      run({"import", place.file("g.txt", game), "--cards", test::sample("catalogues/" + ruleset + ".json")});
  EXPECT_HAS(imported, "stored     cup/1");
  for (const std::string& question : questions) {
    const std::string answer = run({"ask", "cup/1", question});
    EXPECT_HAS(answer, ": true");
    EXPECT_HAS(answer, "EXACT");
  }
}

TEST(PlayedCards, GoWhereTheDocumentsSay) {
  expectTrueAfter("marvel-champions",
                  "  = 3 \"Two by Two\"\n  = 2 \"Pocket Flare\"\n== round 1\n-- player phase\n-- turn Nia\n"
                  "plays Two by Two\nplays Two by Two\n",
                  {"count(in hand of P1) = 3", "count(in discard of P1) = 2"});
  expectTrueAfter("grand-archive",
                  "  = 2 \"Swift Verse\"\n  = \"Copper Charm\"\n== turn Nia\nplays Swift Verse\nplays Copper Charm\n",
                  {"count(in hand of P1) = 1", "count(in graveyard of P1) = 1", "count(in field of P1) = 1"});
}

}  // namespace
}  // namespace docket::played_cards_test
