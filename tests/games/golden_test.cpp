// Golden games: everything observable of each sample game, at each step, is unchanged. A golden file moves only with
// a new version of a ruleset or of the semantics, never for an old one. To accept a change that is meant:
//   DOCKET_ACCEPT_GOLDEN=1 build/release/tests/games_tests
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "tests/games/observe.h"
#include "tests/games/rules_of_game.h"
#include "tests/places.h"

namespace docket::golden_test {
namespace {

std::vector<std::filesystem::path> sampleGames() {
  std::vector<std::filesystem::path> games;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(docket::test::sourceDir()) / "tests/games")) {
    if (entry.path().extension() == ".jsonl") games.push_back(entry.path());
  }
  std::sort(games.begin(), games.end());
  return games;
}

std::set<std::string> namesOfShippedRulesets() {
  std::set<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(docket::test::sourceDir()) / "engine/rulesets")) {
    if (!entry.is_regular_file()) continue;
    const auto document = readDocument<schema::Ruleset>(readFile(entry.path()), entry.path().filename());
    names.insert(document.root().getName().cStr());
  }
  return names;
}

TEST(Golden, EverySampleGameMatchesItsObservations) {
  const auto games = sampleGames();
  std::set<std::string> rulesets;
  for (const auto& path : games) {
    std::ifstream in(path);
    const Recording game = readJsonLines(in, path.filename());
    const RulesOfGame documents(game.header());
    rulesets.insert(game.header().getRuleset().cStr());
    const std::string seen = observe(game, documents.rules());
    const auto golden = std::filesystem::path(path).replace_extension(".golden");
    if (std::getenv("DOCKET_ACCEPT_GOLDEN") != nullptr) std::ofstream(golden) << seen;
    const std::string expected = readFile(golden);
    if (seen == expected) continue;
    const auto [here, there] = std::mismatch(seen.begin(), seen.end(), expected.begin(), expected.end());
    const auto line = 1 + std::count(seen.begin(), here, '\n');
    const auto start = static_cast<std::size_t>(here - seen.begin());
    const std::size_t from = seen.rfind('\n', start) + 1;
    ADD_FAILURE() << golden.filename() << ":" << line << " differs; it is now\n"
                  << seen.substr(from, seen.find('\n', start) - from) << "\nand was\n"
                  << expected.substr(from, expected.find('\n', from) - from);
  }
  EXPECT_EQ(rulesets, namesOfShippedRulesets()) << "each shipped ruleset has a sample game";
}

}  // namespace
}  // namespace docket::golden_test
