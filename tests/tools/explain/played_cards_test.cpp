// A played card goes where cards of its type go by the documents.
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

}  // namespace
}  // namespace docket::played_cards_test
