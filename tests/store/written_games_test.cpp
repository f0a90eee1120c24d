// The archive says which games were written after they were added, and when.
#include "store/rows/written_games.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "store/archive.h"
#include "tests/store/games.h"

namespace docket::test::written_games_test {
namespace {

using Written = std::map<std::uint32_t, std::uint64_t>;  // events of the archive, by game

class WrittenGames : public testing::Test {
 protected:
  WrittenGames() : archive_(Archive::open(place_ / "archive", Access::create)) {
    archive_.import(long_.imported());
    archive_.import(short_.imported());
  }
  [[nodiscard]] Written written() const {
    Written written;
    forEachWrittenGame(archive_.derivedStore(),
                       [&](std::uint32_t game, std::uint64_t events) { written[game] = events; });
    return written;
  }

  TempDirectory place_;
  MadeGame long_{"long", 300}, short_{"short", 5};
  Archive archive_;
};

TEST_F(WrittenGames, AreThoseThatGainedEventsAfterTheyWereAdded) {
  EXPECT_EQ(written(), Written{});
  long_.add();
  appendTo(archive_, long_, 301, 301);
  EXPECT_EQ(written(), (Written{{1, 306}}));
  archive_.seal("long");
  EXPECT_EQ(written(), (Written{{1, 306}}));
  short_.add();
  short_.add();
  appendTo(archive_, short_, 6, 7);
  EXPECT_EQ(written(), (Written{{1, 306}, {2, 308}}));
  EXPECT_EQ(archive_.totals().events, 308U);
  archive_.label(std::vector<NewLabel>{{.game = "short", .label = {.event = "Autumn Open"}}});
  EXPECT_EQ(written(), (Written{{1, 306}, {2, 308}})) << "a label says nothing about what happened";
}

TEST_F(WrittenGames, ExcludeNewGamesAndParentsOfNewBranches) {
  const MadeGame branch("branch", 8), live("live", 2);
  const auto events = branch.events(4, 8);
  archive_.branch(
      {.game = branch.begins(), .parent = "short", .at = 3, .head_at = headOf("branch", 3), .events = events});
  archive_.begin(live.begins());
  EXPECT_EQ(written(), Written{});
  appendTo(archive_, live, 1, 2);
  EXPECT_EQ(written(), (Written{{4, archive_.totals().events}}));
}

TEST_F(WrittenGames, CountAsJustWrittenIfTheirRowIsMalformed) {
  archive_.derivedStore().putIndex(
      std::vector<DerivedStore::IndexRow>{{.key = std::string(kWrittenGames), .segment = 2, .bytes = "?"}});
  EXPECT_EQ(written(), (Written{{2, std::numeric_limits<std::uint64_t>::max()}}));
}

}  // namespace
}  // namespace docket::test::written_games_test
