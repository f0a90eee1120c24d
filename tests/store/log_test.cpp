// The archive's log: sealed segments have their leaves, the tree is that of the leaves, and the check reports a
// difference.
#include "store/log/log.h"

#include <gtest/gtest.h>
#include <rocksdb/env.h>

#include <variant>

#include "events/public_header.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "store/log/log_rows.h"
#include "store/upgrade.h"
#include "tests/store/below.h"
#include "tests/store/games.h"

namespace docket::test::log_test {
namespace {

GameLeaf gameLeaf(const Log& log, std::uint64_t number) { return std::get<GameLeaf>(leafOf(log.leafBytes(number))); }

/// The root, computed from the leaves alone.
TreeHash rootOfLeaves(const Log& log) {
  TreeGrowth tree;
  log.forEachLeaf(0, [&](std::uint64_t, const std::vector<std::uint8_t>& leaf) {
    tree.append(leafHash(leaf), [](unsigned, std::uint64_t, const TreeHash&) {});
    return true;
  });
  return tree.root();
}

TEST(Log, HasALeafForEachFinishedSegmentOnly) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  const MadeGame live("live", 10);
  const MadeGame taken("taken", 300);
  archive.begin(live.begins());
  appendTo(archive, live, 1, 5);
  EXPECT_EQ(archive.log().size(), 0U);
  EXPECT_EQ(archive.log().hashes() == nullptr, false);
  archive.import(taken.imported());
  EXPECT_TRUE(archive.seal("live"));
  appendTo(archive, live, 6, 10);
  EXPECT_EQ(archive.log().size(), 2U);
  EXPECT_TRUE(archive.seal("live"));
  const auto log = archive.log();
  ASSERT_EQ(log.size(), 3U);
  const auto first = gameLeaf(log, 0);
  EXPECT_EQ(first.kind, LeafKind::game);
  EXPECT_EQ(first.count, 300U);
  EXPECT_EQ(first.head, headOf("taken", 300));
  const auto game = archive.game("taken");
  EXPECT_EQ(first.id_commitment, idCommitment("taken", idSaltOf(game.header(), game.secrets().of(0))));
  const auto later = gameLeaf(log, 2);
  EXPECT_EQ(later.kind, LeafKind::laterSegment);
  EXPECT_EQ(later.follows, 1U);
  EXPECT_EQ(later.count, 10U);
  EXPECT_EQ(later.id_commitment, gameLeaf(log, 1).id_commitment);
  EXPECT_NE(later.id_commitment, first.id_commitment);
  const auto leaves = log.leavesOf(archive.game("live"));
  ASSERT_EQ(leaves.size(), 2U);
  EXPECT_EQ(leaves[1].last, 10U);
  EXPECT_EQ(leaves[1].leaf, 2U);
}

TEST(Log, IsTheTreeOfItsLeavesAfterReopening) {
  const TempDirectory directory;
  constexpr std::uint64_t kGames = 700;  // two whole tiles, and a part of one
  for (std::uint64_t done = 0; done < kGames; done += 100) {
    auto archive = Archive::open(directory / "a", done == 0 ? Access::create : Access::record);
    for (std::uint64_t i = done; i < done + 100; ++i) archive.import(MadeGame(fmt::format("g{}", i), 1).imported());
    const auto log = archive.log();
    EXPECT_EQ(log.size(), done + 100);
    EXPECT_EQ(rootOf(log.size(), log.hashes()), rootOfLeaves(log));
  }
  const auto archive = Archive::open(directory / "a", Access::read);
  const auto log = archive.log();
  const auto root = rootOfLeaves(log);
  for (const std::uint64_t leaf : {0U, 255U, 256U, 511U, 512U, 699U}) {
    const auto proof = inclusionProof(leaf, log.size(), log.hashes());
    EXPECT_TRUE(includes(root, log.size(), leaf, leafHash(log.leafBytes(leaf)), proof)) << leaf;
  }
  EXPECT_TRUE(check(directory / "a").whole());
}

TEST(Log, KeepsCheckpointsAndChangesOfKeys) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  auto log = archive.log();
  EXPECT_EQ(log.add(KeyLeaf{.follows = {}, .change = KeyChange::begins, .verifier_key = "a key"}), 0U);
  ASSERT_EQ(log.keys().size(), 1U);
  EXPECT_EQ(log.keys().front().change.verifier_key, "a key");
  EXPECT_TRUE(check(directory / "a").whole());
  log.storeCheckpoint({.size = 1, .note = "a note"});
  log.storeCheckpoint({.size = 300, .note = "a later one"});
  ASSERT_EQ(log.checkpoints().size(), 2U);
  EXPECT_EQ(log.checkpoints().back().note, "a later one");
  EXPECT_EQ(log.checkpoints().back().size, 300U);
  const auto checked = check(directory / "a");  // these notes are not checkpoints
  ASSERT_EQ(checked.damages.size(), 1U);
  EXPECT_NE(checked.damages.front().what.find("its checkpoint of size 1 is malformed"), std::string::npos);
}

struct Altered {
  const char* what;
  void (*alter)(const Below&);
  const char* found;
};

TEST(Log, IsCheckedAgainstTheGames) {
  const Altered cases[] = {
      {"a leaf lost",
       [](const Below& below) { (void)below.rocks().Delete({}, below.family(Family::log), detail::leafKey(1)); },
       "the log ends at leaf 1, and games have leaves beyond"},
      {"an earlier leaf lost",
       [](const Below& below) { (void)below.rocks().Delete({}, below.family(Family::log), detail::leafKey(0)); },
       "leaf 0 of its log is missing"},
      {"a leaf altered",
       [](const Below& below) {
         auto leaf = below.get(Family::log, detail::leafKey(1));
         leaf[60] = static_cast<char>(leaf[60] ^ 1);
         below.put(Family::log, detail::leafKey(1), leaf);
       },
       "leaf 1 of the log does not match what is stored up to event 20"},
      {"a leaf of nobody",
       [](const Below& below) {
         below.put(Family::log, detail::leafKey(2), below.get(Family::log, detail::leafKey(1)));
       },
       "leaf 2 of its log is about a game that is not in the archive"},
      {"bytes that are no leaf", [](const Below& below) { below.put(Family::log, detail::leafKey(0), "x"); },
       "leaf 0 of its log is malformed"},
      {"a segment that has no leaf",
       [](const Below& below) {
         (void)below.rocks().Delete({}, below.family(Family::games), detail::segmentLeafKey(2, 20));
       },
       "leaf 1 of its log is about a game that is not in the archive"},
  };
  for (const auto& one : cases) {
    const TempDirectory directory;
    {
      auto archive = Archive::open(directory / "a", Access::create);
      archive.import(MadeGame("g", 10).imported());
      archive.import(MadeGame("h", 20).imported());
    }
    one.alter(Below(directory / "a"));
    const auto report = check(directory / "a");
    ASSERT_FALSE(report.whole()) << one.what;
    EXPECT_NE(report.damages.front().what.find(one.found), std::string::npos)
        << one.what << ": " << report.damages.front().what;
  }
}

// An archive of the second format, which had no log, gets its leaves when it is upgraded, and once.
TEST(Log, IsAddedToAnArchiveThatPredatesIt) {
  const TempDirectory directory;
  const std::filesystem::path path = directory / "a";
  const MadeGame live("live", 10);
  {
    auto archive = Archive::open(path, Access::create);
    for (const char* id : {"g", "h"}) archive.import(MadeGame(id, 300).imported());
    archive.begin(live.begins());
    appendTo(archive, live, 1, 5);
    archive.seal("live");
    appendTo(archive, live, 6, 10);
    archive.seal("live");
  }
  Digest root{};
  {
    const auto archive = Archive::open(path, Access::read);
    root = rootOfLeaves(archive.log());
  }
  {
    const Below below(path);
    for (std::uint32_t game = 1; game <= 3; ++game) {
      for (const std::uint32_t last : {5U, 10U, 300U})
        (void)below.rocks().Delete({}, below.family(Family::games), detail::segmentLeafKey(game, last));
    }
    EXPECT_TRUE(below.rocks().DropColumnFamily(below.family(Family::log)).ok());
    rocksdb::WriteStringToFile(rocksdb::Env::Default(), "docket archive, format 2\n", (path / "ARCHIVE").string());
  }
  {
    const auto archive = Archive::open(path, Access::read);
    EXPECT_EQ(archive.log().size(), 0U);
    EXPECT_TRUE(check(path).whole());
  }
  EXPECT_EQ(upgrade(path).games, 3U);
  for (int time = 0; time < 2; ++time) {
    const auto archive = Archive::open(path, Access::record);
    EXPECT_EQ(archive.log().size(), 4U);
    EXPECT_EQ(rootOfLeaves(archive.log()), root);
  }
  EXPECT_TRUE(check(path).whole());
}

}  // namespace
}  // namespace docket::test::log_test
