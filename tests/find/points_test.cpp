// docket find by findings and limits, with and without the index, and docket player.
#include <gtest/gtest.h>

#include "tests/find/plain_loop.h"
#include "tests/lab/generated_archive.h"
#include "tests/tools/disputed_game.h"
#include "tools/find/indexing.h"
#include "tools/find/point_cache.h"
#include "tools/verdict/verdict.h"
#include "tools/words/text.h"

namespace docket::find::test::points_test {
namespace {

using docket::test::has;
using docket::test::Ran;

/// Findings in effect, by a word that selects them.
std::map<std::string, Found> findingsOf(const std::string& path) {
  std::map<std::string, Found> found;
  GameLoader loader(path);
  for (const GameEntry& entry : loader.archive().list()) {
    const OpenGame game = loader.game(exactName(entry.id));
    for (const ReportedFinding& one : verifyGame(game, loader.archive().derivedStore()).legality.findings) {
      if (one.stands())
        found[one.finding.clause].emplace(entry.id, one.finding.event,
                                          one.finding.certainty == Finding::Certainty::certain);
    }
  }
  found.erase("");
  return found;
}

Found foundBy(const std::string& archive, const std::string& option, const std::string& value) {
  return foundByCommand(archive, option, {value});
}

TEST(FoundFindings, AreThoseOfVerifyBeforeAndAfterIndexing) {
  const lab::test::GeneratedArchive made("yugioh", 80, {.seed = 4, .planted_percent = 20});
  const std::string archive = made.place().archive();
  const auto expected = findingsOf(archive);
  ASSERT_GT(expected.size(), 3U);
  for (const auto& [clause, points] : expected) EXPECT_EQ(foundBy(archive, "--clause", clause), points) << clause;
  ASSERT_EQ(docket::test::run({"index", "--archive", archive}).status, 0);
  for (const auto& [clause, points] : expected) {
    EXPECT_EQ(foundBy(archive, "--clause", clause), points) << clause;
    const Ran ran = docket::test::run({"find", "--archive", archive, "--clause", clause, "--count"});
    std::set<std::string> games;
    for (const auto& [game, event, certain] : points) games.insert(game);
    EXPECT_TRUE(has(ran.out, fmt::format("hits in {}", counted(games.size(), "game"))) ||
                has(ran.out, fmt::format("1 hit in {}", counted(games.size(), "game"))))
        << ran.out;
    EXPECT_HAS(ran.out, fmt::format("; {} searched", counted(games.size(), "game")));
  }
  const Ran none = docket::test::run({"find", "--archive", archive, "--judge", "Nobody", "--count"});
  EXPECT_HAS(none.out, "0 games searched; 80 left out by the index of judges");
}

TEST(FoundFindings, AreReadAsTheyWereStored) {
  const std::vector<FoundPoint> points{{.kind = FoundPoint::Kind::ruling,
                                        .event = 7,
                                        .is_certain = false,
                                        .is_undone = true,
                                        .player = 2,
                                        .what = "count(in play) = 1",
                                        .words = {"undecided"},
                                        .clauses = {"a.b", "c.d"},
                                        .limit = "soft",
                                        .card = "Lantern Fox",
                                        .judge = "Dana"}};
  const std::string bytes = bytesOf(points);
  EXPECT_EQ(readPoints(bytes), points);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    static_cast<void>(readPoints(std::string_view(bytes).substr(0, at)));
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string other = bytes;
      other[at] = static_cast<char>(other[at] ^ flip);
      static_cast<void>(readPoints(other));
    }
  }
}

class Player : public docket::test::DisputedGame {};

TEST_F(Player, HasGamesPenaltiesAndClausesInOneSummary) {
  ASSERT_EQ(run({"rule", "court/7", "--penalty", "warning", "--player", "P1", "--judge", "Femi"}).status, 0);
  const Ran ran = run({"player", "aik"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "Aiko");
  EXPECT_HAS(ran.out, "1 game: 1 without a recorded end");
  EXPECT_HAS(ran.out, "Winter Court: 1 warning");
  EXPECT_HAS(ran.out, "l5r.calc.contradiction.between: rulings: 1 right, latest court/7@16");
  EXPECT_HAS(ran.out, "against Bastien");
  // The warning is the opponent's.
  EXPECT_FALSE(has(run({"player", "Bastien"}).out, "1 warning")) << run({"player", "Bastien"}).out;
  EXPECT_HAS(run({"player", "i"}).err, R"(2 players have "i" in their names: "Aiko", "Bastien")");
  EXPECT_HAS(run({"player", "Aikko"}).err, R"(did you mean "Aiko"?)");
}

}  // namespace
}  // namespace docket::find::test::points_test
