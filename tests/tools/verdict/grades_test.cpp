// The grades of a game, as a line of `docket verify --all` has them, are those of its verdict in words; a cached
// result of one is used for the other only if it has enough information.
#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "tests/tools/disputed_game.h"
#include "tools/game/game_loader.h"
#include "tools/render/verdict_text.h"
#include "tools/verdict/verdict.h"

namespace docket::grades_test {
namespace {

using test::Ran;

class Grades : public test::DisputedGame {
 protected:
  /// Compares both of every game of the archive; gives how many there are, by the worst of a game's grades.
  std::array<std::size_t, 3> compare() {
    std::array<std::size_t, 3> found{};
    GameLoader loader(place.archive());
    const auto kept = loader.archive().derivedStore();
    for (const GameEntry& entry : loader.archive().list()) {
      const OpenGame first = loader.game(entry.id), second = loader.game(entry.id);
      const Verdict verdict = verifyGame(first, kept);
      const VerdictSummary words = summaryOf(verdict), grades = gradesOf(second, kept);
      EXPECT_EQ(grades.game, words.game);
      EXPECT_EQ(grades.status, words.status) << entry.id;
      EXPECT_EQ(grades.grades, words.grades) << entry.id;
      EXPECT_EQ(grades.damage, words.damage) << entry.id;
      ++found.at(static_cast<std::size_t>(verdict.overall()));
    }
    return found;
  }
};

TEST_F(Grades, AreThoseOfTheVerdictInWords) {
  test::importSamples(place);
  for (const std::string ruleset : {"yugioh", "l5r-celestial", "grand-archive", "huntik", "marvel-champions"}) {
    for (const std::string planted : {"0", "40"}) {
      const std::string games = place / fmt::format("{}-{}.jsonl", ruleset, planted);
      ASSERT_EQ(
          test::run({"generate", ruleset, "--games", "30", "--seed", "7" + planted, "--planted", planted, "-o", games})
              .status,
          0);
      ASSERT_EQ(run({"import", games, "--cards", games + ".cards.json"}).status, 0);
    }
  }
  const auto found = compare();
  EXPECT_GT(found[static_cast<std::size_t>(Grade::diverged)], 30U);
  EXPECT_GT(found[static_cast<std::size_t>(Grade::unverified)], 30U);
}

TEST_F(Grades, AreThoseAfterRulingsOfEveryKind) {
  for (const std::string claim :
       {"legal(13)", "not legal(13)", "stat(#1, \"Force\") = 99", "value(P1, \"fame\") > 0"}) {
    static_cast<void>(run({"rule", "court/7", "--at", "13", "--judge", "Eli", "--claim", claim}));
    compare();
  }
}

TEST_F(Grades, AreThoseOfRecordsWithRewinds) {
  for (const auto& [game, cards] : {std::pair<std::string, std::string>{"grand-archive-two-natures", "grand-archive"},
                                    {"huntik-drowned-orchard", "huntik"},
                                    {"marvel-champions-maximums", "marvel-champions"}}) {
    const Ran ran = run(
        {"import", test::sample(game + ".jsonl"), "--cards", test::sample(fmt::format("catalogues/{}.json", cards))});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  const std::vector<std::string> corrections{
      R"({"corrected":{"event":12}})", R"({"corrected":{"event":9}})",
      R"({"corrected":{"event":11,"replacement":{"actor":1,"context":{"causes":[10]},"valueChanged":{"subject":"P1","value":"Family Honor","how":"gained","amount":3}}}})",
      R"({"corrected":{"event":10,"replacement":{"actor":2,"abilityActivated":{"player":2,"card":2,"ability":1,"designator":"Battle"}}}})"};
  for (std::size_t i = 0; i < corrections.size(); ++i) {
    std::string game = test::kGame;
    game.replace(game.find("court/7"), 7, fmt::format("day/{}", i));
    importGame(fmt::format("{}.jsonl", i), game + corrections[i] + "\n");
  }
  EXPECT_GT(compare()[static_cast<std::size_t>(Grade::diverged)], 2U);
}

TEST_F(Grades, AreCachedAndReadFromCachedVerdicts) {
  const auto is_kept = [](const Ran& ran) {
    return test::has(ran.out, R"("kept":true)") || test::has(ran.out, "1 game unchanged since");
  };
  const std::vector<std::string> table{"verify", "--all"}, words{"verify", "--all", "--json"};
  EXPECT_FALSE(is_kept(run(table)));
  EXPECT_TRUE(is_kept(run(table)));
  EXPECT_FALSE(is_kept(run(words))) << "grades alone do not contain reasons";
  EXPECT_TRUE(is_kept(run(words)));
  EXPECT_TRUE(is_kept(run(table)));
  ASSERT_EQ(run({"rule", "court/7", "--at", "13", "--judge", "Eli", "--claim", "legal(13)"}).status, 0);
  EXPECT_FALSE(is_kept(run(words)));
  EXPECT_TRUE(is_kept(run(table))) << "the full verdict contains the grades";
}

}  // namespace
}  // namespace docket::grades_test
