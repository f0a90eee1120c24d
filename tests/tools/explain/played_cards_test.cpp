// A played card goes where cards of its type go by the documents.
#include "tests/tools/run.h"

namespace docket::played_cards_test {
namespace {

constexpr const char* kMarvelTable = R"(game "cup/1"
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
constexpr const char* kGrandArchiveTable = R"(game "cup/2"
P1 "Sol"
P2 "Una"
ruleset "grand-archive"
P1 registers hand
  = 2 "Swift Verse"
  = "Copper Charm"
== turn Sol
)";

/// Each of these questions is answered by true, EXACT, after a game of these lines.
void expectTrueAfter(const std::string& lines, const std::string& catalogue,
                     const std::vector<std::string>& questions) {
  const test::TempDirectory place;
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--archive", place.archive()});
    const test::Ran ran = test::run(words);
    return ran.out + ran.err;
  };
  const std::string imported =
      run({"import", place.file("g.txt", lines), "--cards", test::sample("catalogues/" + catalogue + ".json")});
  EXPECT_TRUE(test::has(imported, "stored     cup/")) << imported;
  for (const std::string& question : questions) {
    const std::string answer = run({"ask", test::has(imported, "cup/1") ? "cup/1" : "cup/2", question});
    EXPECT_TRUE(test::has(answer, ": true")) << answer;
    EXPECT_TRUE(test::has(answer, "EXACT")) << answer;
  }
}

TEST(PlayedCards, GoWhereTheDocumentsSay) {
  expectTrueAfter(std::string(kMarvelTable) + "plays Two by Two\nplays Two by Two\n", "marvel-champions",
                  {"count(in hand of P1) = 3", "count(in discard of P1) = 2"});
  expectTrueAfter(std::string(kGrandArchiveTable) + "plays Swift Verse\nplays Copper Charm\n", "grand-archive",
                  {"count(in hand of P1) = 1", "count(in graveyard of P1) = 1", "count(in field of P1) = 1"});
}

}  // namespace
}  // namespace docket::played_cards_test
