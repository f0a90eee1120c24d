// Games as a checkpoint of the log has them: which games begin at a range of leaves, and how much of each those leaves
// cover; and an archive that follows another one.
#include <gtest/gtest.h>

#include "events/errors.h"
#include "store/archive.h"
#include "store/followed.h"
#include "store/game_reader.h"
#include "tests/expect_error.h"
#include "tests/store/games.h"

namespace docket::test::logged_games_test {
namespace {

std::vector<std::string> idsOf(const Archive& archive, const std::vector<LoggedGame>& games) {
  std::vector<std::string> ids;
  for (const auto& logged : games) {
    archive.forEachGame([&](Game& game) {
      if (game.number() == logged.number) ids.emplace_back(game.id());
      return true;
    });
  }
  return ids;
}

TEST(LoggedGames, AreInTheRangeOfTheirFirstLeaf) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  const MadeGame live("live", 10), long_game("long", 300), last("last", 5);
  archive.begin(live.begins());
  appendTo(archive, live, 1, 5);
  archive.import(long_game.imported());  // leaf 0
  archive.seal("live");                  // leaf 1
  archive.import(last.imported());       // leaf 2
  appendTo(archive, live, 6, 10);
  archive.seal("live");  // leaf 3
  using Ids = std::vector<std::string>;
  EXPECT_EQ(idsOf(archive, gamesOfLeaves(archive, 0, 3, 4)), (Ids{"long", "live", "last"}));
  EXPECT_EQ(idsOf(archive, gamesOfLeaves(archive, 1, 1, 4)), Ids{"live"});
  EXPECT_EQ(idsOf(archive, gamesOfLeaves(archive, 3, 3, 4)), Ids{}) << "a later leaf begins no game";
  EXPECT_EQ(idsOf(archive, gamesOfLeaves(archive, 0, 3, 2)), (Ids{"long", "live"})) << "for a checkpoint of two leaves";
  const auto whole = gamesOfLeaves(archive, 1, 1, 4).front();
  EXPECT_EQ(whole.count, 10U);
  EXPECT_EQ(whole.last_leaf, 3U);
  const auto before = gamesOfLeaves(archive, 1, 1, 3).front();
  EXPECT_EQ(before.count, 5U);
  EXPECT_EQ(before.last_leaf, 1U);
}

TEST(LoggedGames, AreFoundWhenTheyWereSealedInAnotherOrder) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  constexpr std::uint64_t kGames = 60;
  std::vector<std::string> sealed;
  for (std::uint64_t i = 0; i < kGames; ++i) {
    const MadeGame made("game-" + std::to_string(i), 2);
    archive.begin(made.begins());
    appendTo(archive, made, 1, 2);
    sealed.insert(sealed.begin(), made.id);
  }
  for (const auto& id : sealed) archive.seal(id);
  for (std::uint64_t leaf = 0; leaf < kGames; ++leaf)
    EXPECT_EQ(idsOf(archive, gamesOfLeaves(archive, leaf, leaf, kGames)), std::vector{sealed[leaf]});
}

TEST(LoggedGames, HaveTheEventsThatTheirLeavesCover) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  const MadeGame made("made", 700);
  archive.begin(made.begins());
  appendTo(archive, made, 1, 300);
  archive.seal("made");
  appendTo(archive, made, 301, 600);
  archive.seal("made");
  appendTo(archive, made, 601, 700);
  for (const auto& [size, count] : std::vector<std::pair<std::uint64_t, std::uint32_t>>{{1, 300}, {2, 600}}) {
    const auto logged = gamesOfLeaves(archive, 0, 0, size).front();
    const Game game = GameReader::asLogged(archive, archive.game("made"), logged);
    expectStored(game, count);
    EXPECT_EQ(game.sealed(), count);
    EXPECT_EQ(game.segments().size(), size);
    EXPECT_EQ(game.headAt(count), headOf("made", count));
    EXPECT_EQ(game.headAt(256), headOf("made", 256));
  }
  expectStored(archive.game("made"), 700);
}

TEST(LoggedGames, AreRefusedIfTheLeafIsOfAnotherGame) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  archive.import(MadeGame("one", 3).imported());
  archive.import(MadeGame("two", 3).imported());
  auto logged = gamesOfLeaves(archive, 0, 0, 2).front();
  expectError<DamagedArchive>([&] { (void)GameReader::asLogged(archive, archive.game("two"), logged); },
                              "leaf 0 of the log is not about this game");
  logged.count = 2;
  expectError<DamagedArchive>([&] { (void)GameReader::asLogged(archive, archive.game("one"), logged); },
                              "leaf 0 of the log is not about this game");
}

TEST(AFollowingArchive, AcceptsNoOtherGames) {
  const TempDirectory directory;
  const Followed followed{.source = "http://there/", .key = "k", .seen = "a\nb\n", .erasures = 7};
  {
    auto archive = Archive::open(directory / "a", Access::create);
    EXPECT_FALSE(followedBy(archive));
    storeFollowed(archive, followed);
    archive.import(MadeGame("one", 3).imported());
    storeFollowed(archive, followed);
  }
  expectError<BadInput>([&] { (void)Archive::open(directory / "a", Access::record); },
                        "is a copy that follows http://there/, and takes no games of its own");
  auto archive = Archive::open(directory / "a", Access::record_briefly);
  archive.import(MadeGame("two", 3).imported());
  const auto read = followedBy(archive);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->source, followed.source);
  EXPECT_EQ(read->key, followed.key);
  EXPECT_EQ(read->seen, followed.seen);
  EXPECT_EQ(read->erasures, 7U);
  auto own = Archive::open(directory / "own", Access::create);
  own.import(MadeGame("one", 3).imported());
  expectError<BadInput>([&] { storeFollowed(own, followed); }, "this archive has games of its own");
}

}  // namespace
}  // namespace docket::test::logged_games_test
