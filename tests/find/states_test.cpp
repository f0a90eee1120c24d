// docket find by states equals a plain loop over every event of every game.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "tests/find/plain_loop.h"
#include "tests/how_many.h"
#include "tests/lab/generated_archive.h"
#include "tests/places.h"

namespace docket::find::test::states_test {
namespace {

bool isWhole() { return docket::test::filesToTry(0) != 0; }

class FoundStates : public testing::TestWithParam<std::string> {};

TEST_P(FoundStates, AreThoseOfAPlainLoopOverGeneratedGames) {
  const std::uint32_t games = isWhole() ? 2'000 : 50;
  const std::size_t asked = isWhole() ? 60 : 40;
  const lab::test::GeneratedArchive made(GetParam(), games, {.seed = 45, .planted_percent = 20});
  RandomQuestions random(made.documents().ruleset, made.documents().catalogue, 45);
  std::vector<std::string> questions;
  while (questions.size() < asked) questions.push_back(random.next());
  const Compared compared = expectSameFound(made.place().archive(), questions);
  EXPECT_GT(compared.points, std::uint64_t{games} * 20);
  EXPECT_GT(compared.left_out, std::uint64_t{games} * asked / 20);
}

/// Every twentieth of the replays in a folder; all of them with DOCKET_WHOLE=1.
void expectSameFoundInReplays(const std::filesystem::path& folder, std::uint64_t seed) {
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "NOT TESTED: the recorded duels are not at " << folder;
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".yrpX") files.insert(entry.path().string());
  }
  const docket::test::TempDirectory place;
  std::vector<std::string> typed{"import",
                                 "--ruleset",
                                 "yugioh",
                                 "--archive",
                                 place.archive(),
                                 "--cards",
                                 docket::test::sharedDir() + "/data/cards/yugioh.jsonl"};
  std::size_t nth = 0;
  for (const std::string& file : files) {
    if (isWhole() || nth++ % 20 == 0) typed.push_back(file);
  }
  ASSERT_EQ(docket::test::run(typed).status, 0);
  GameLoader loader(place.archive());
  const auto rules = loader.rulesOf(named(loader.archive(), loader.archive().list().front().id).header());
  RandomQuestions random(rules->ruleset, rules->catalogue, seed);
  std::vector<std::string> questions;
  while (questions.size() < (isWhole() ? 100U : 25U)) questions.push_back(random.next());
  EXPECT_GT(expectSameFound(place.archive(), questions).points, 1'000U);
}

TEST(FoundStatesOfDuels, AreThoseOfAPlainLoop) {
  expectSameFoundInReplays(docket::test::sharedDir() + "/data/games/edopro", 46);
}

TEST(FoundStatesOfDuelsOfPeople, AreThoseOfAPlainLoop) {
  expectSameFoundInReplays(docket::test::sharedDir() + "/data/real/edopro", 47);
}

INSTANTIATE_TEST_SUITE_P(Rulesets, FoundStates, testing::ValuesIn(generate::rulesetsWithScripts()),
                         [](const auto& one) { return generate::asTestName(one.param); });

}  // namespace
}  // namespace docket::find::test::states_test
