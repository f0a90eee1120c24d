// The rules of play compared with the engine that played the duels: what it offered, what it did not, and what is
// planted.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/edopro/duels.h"
#include "tests/edopro/planted_acts.h"
#include "tests/edopro/play_table.h"
#include "tests/games/rules_of_game.h"
#include "tests/places.h"
#include "tests/witness/lines.h"

namespace docket::edopro::play_test {
namespace {

/// Calls with each duel whose requests are there, or with a sample of them: its name, and the files of both.
template <class Take>
void eachAskedDuel(Take&& take) {
  constexpr std::size_t kSampleEvery = 8;
  const auto options = duelFolder().parent_path() / "edopro-options";
  const std::vector<std::string> duels = duelNames();
  for (std::size_t i = 0; i < duels.size(); i += witness::takesAll() ? 1 : kSampleEvery) {
    const auto file = options / (duels[i] + ".options.jsonl.xz");
    if (std::filesystem::exists(file)) take(duels[i], duelFolder() / (duels[i] + ".yrpX"), file);
  }
}

PlayTable tableOf(CardsFrom from) {
  PlayTable table;
  const Rules rules = DuelRules::get(kDuels, from, "yugioh-play").rules();
  eachAskedDuel([&](const auto& duel, const auto& replay, const auto& file) { table.add(duel, replay, file, rules); });
  return table;
}

void expectNoneWrong(const PlayTable& table) {
  EXPECT_TRUE(table.offered_illegal.empty()) << table.text(20);
  EXPECT_TRUE(table.played_illegal.empty()) << table.text(20);
  EXPECT_TRUE(table.refused_legal.empty()) << table.text(20);
  EXPECT_EQ(table.damage.different + table.destroyed.different, 0U);
  EXPECT_GT(table.damage.equal, 0U);
  EXPECT_EQ(table.summons_equal, table.summons_asked) << table.text(20);
  EXPECT_GT(table.rows.size(), 30U);
}

/// The part of the witnesses' page between two marks is the table of the duels.
void expectOnPage(const std::string& name, const std::string& table) {
  const std::string path = docket::test::sourceDir() + std::string("/tests/witness/README.md");
  const std::string page = docket::readFile(path);
  const std::string begin = "<!-- " + name + " -->\n", end = "<!-- end of " + name + " -->";
  const auto from = page.find(begin) + begin.size(), to = page.find(end);
  ASSERT_LE(from, to);
  ASSERT_NE(to, std::string::npos);
  if (std::getenv("DOCKET_ACCEPT_PLAY") != nullptr) {
    std::ofstream(path) << page.substr(0, from) << table << page.substr(to);
  } else {
    EXPECT_EQ(page.substr(from, to - from), table) << "DOCKET_ACCEPT_PLAY=1 rewrites it";
  }
}

TEST(Play, IsNeverCertainAndWrong) {
  SKIP_WITHOUT_DUELS();
  const PlayTable table = tableOf(CardsFrom::texts);
  expectNoneWrong(table);
  if (!witness::isSharedData() || !witness::takesAll()) return;
  expectOnPage("what may be played", table.page());
}

TEST(Play, IsNeverCertainAndWrongByTextsAlone) {
  SKIP_WITHOUT_DUELS();
  expectNoneWrong(tableOf(CardsFrom::texts_alone));
}

TEST(Play, FindsWhatIsPlanted) {
  SKIP_WITHOUT_DUELS();
  PlantedActs acts;
  const Rules rules = DuelRules::get(kDuels, CardsFrom::texts, "yugioh-play").rules();
  eachAskedDuel([&](const auto& duel, const auto& replay, const auto& file) { acts.add(duel, replay, file, rules); });
  if (!witness::isSharedData() || !witness::takesAll()) return;
  EXPECT_GE(acts.rows().size(), 40U);
  EXPECT_GE(acts.sum().found * 100, acts.sum().planted * 70) << acts.text(40);
  EXPECT_GE((acts.sum().found + acts.sum().undecided) * 100, acts.sum().planted * 95) << acts.text(40);
  expectOnPage("what is planted", acts.page());
}

}  // namespace
}  // namespace docket::edopro::play_test
