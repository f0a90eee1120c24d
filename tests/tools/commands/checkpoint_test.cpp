// docket checkpoint, prove and tiles: what an archive signs and proves about its log, and what older checkpoints
// show.
#include <fmt/format.h>

#include <filesystem>

#include "events/log/proof_file.h"
#include "events/log/tile.h"
#include "store/archive.h"
#include "tests/flipped_byte.h"
#include "tests/tools/run.h"

namespace docket::test::checkpoint_test {
namespace {

class ArchiveLog : public ::testing::Test {
 protected:
  ArchiveLog() {
    importSamples(place);
    EXPECT_EQ(docket({"keys", "new", "example.com/club", "-o", key}).status, 0);
  }
  [[nodiscard]] Ran docket(std::vector<std::string> typed) const {
    return test::runOn(place.archive(), std::move(typed));
  }
  /// Makes a checkpoint and returns its file.
  [[nodiscard]] std::string checkpoint(const std::string& name) const {
    const Ran made = docket({"checkpoint", "--key", key, "-o", place / name});
    EXPECT_EQ(made.status, 0) << made.err;
    return place / name;
  }
  void importOneMore() const {
    const Ran ran = docket({"import", sample("huntik-drowned-orchard.jsonl")});
    EXPECT_EQ(ran.status, 0) << ran.err;
  }

  TempDirectory place;
  const std::string key = place / "archive.key";
  const std::string game = "samples/yugioh-use-or-activate";
};

TEST_F(ArchiveLog, IsProvedToPeopleWithoutTheArchive) {
  const std::string signed_file = checkpoint("c");
  const Ran proved = docket({"prove", game, "-o", place / "p"});
  ASSERT_EQ(proved.status, 0) << proved.err;
  EXPECT_HAS(proved.out, "It was the newest leaf of the game at that checkpoint, and still is.");
  const Ran checked =
      run({"check-proof", place / "p", "--key", key + ".pub", "--checkpoint", signed_file, "--game", game});
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
  EXPECT_HAS(checked.out, "the game \"" + game + "\"");
  // the head that is proved is that of the game
  const std::string head = memberOf(docket({"verify", game, "--json"}).out, "head");
  EXPECT_HAS(checked.out, "head " + head.substr(1, 64));
  const Ran unnamed = docket({"prove", game, "--without-id", "-o", place / "q"});
  EXPECT_EQ(unnamed.status, 0) << unnamed.err;
  EXPECT_EQ(run({"check-proof", place / "q", "--key", key + ".pub"}).status, 0);
  EXPECT_EQ(run({"check-proof", place / "q", "--game", game}).status, 1);
  EXPECT_FALSE(has(textOf(place / "q"), "yugioh"));
}

TEST_F(ArchiveLog, ReportsWhatTheNewestCheckpointLacks) {
  const Ran none = docket({"prove", game});
  EXPECT_EQ(none.status, 2);
  EXPECT_HAS(none.err, "docket checkpoint --key FILE makes one");
  (void)checkpoint("c");
  importOneMore();
  const Ran later = docket({"prove", "samples/huntik-drowned-orchard"});
  EXPECT_EQ(later.status, 2);
  EXPECT_HAS(later.err, "it was finished later: make a new one (docket");
  // a ruling after the end is a separate segment
  const Ran ruled = docket({"rule", game, "--at", "13", "--claim", "count(in play) > 0", "--judge", "J"});
  EXPECT_LE(ruled.status, 1) << ruled.err;
  const Ran older = docket({"prove", game, "-o", place / "p"});
  EXPECT_HAS(older.out, "more of the game was recorded since") << older.err;
  (void)checkpoint("d");
  const Ran newer = docket({"prove", game, "--json"});
  EXPECT_EQ(memberOf(newer.out, "newest"), "true") << newer.out;
  EXPECT_NE(memberOf(newer.out, "leaf"), memberOf(docket({"prove", "samples/l5r-paragon", "--json"}).out, "leaf"));
}

TEST_F(ArchiveLog, ProvesThatItOnlyGrew) {
  const std::string first = checkpoint("c");
  importOneMore();
  const std::string second = checkpoint("d");
  ASSERT_EQ(docket({"prove", "--since", first, "-o", place / "p"}).status, 0);
  const std::vector<std::string> check{"check-proof", place / "p", "--old-checkpoint", first, "--key", key + ".pub"};
  EXPECT_EQ(run(check).status, 0);
  // another archive of the same games has another log: other salts
  const TempDirectory other;
  importSamples(other);
  const Ran foreign = run({"prove", "--since", first, "--archive", other.archive()});
  EXPECT_EQ(foreign.status, 2);
  EXPECT_EQ(run({"checkpoint", "--key", key, "--archive", other.archive()}).status, 0);
  const Ran not_it = run({"prove", "--since", first, "--archive", other.archive()});
  EXPECT_EQ(not_it.status, 1);
  EXPECT_HAS(not_it.err, "leaves of the checkpoint: a leaf was replaced, or it is another archive");
  const Ran rolled_back = run({"prove", "--since", second, "--archive", other.archive()});
  EXPECT_EQ(rolled_back.status, 1);
  EXPECT_HAS(rolled_back.err, "it was rolled back to an older copy");
}

TEST_F(ArchiveLog, ReportsWhichKeySigns) {
  (void)checkpoint("c");
  const std::string other = place / "other.key";
  ASSERT_EQ(docket({"keys", "new", "example.com/club", "-o", other}).status, 0);
  const Ran refused = docket({"checkpoint", "--key", other});
  EXPECT_EQ(refused.status, 2);
  EXPECT_HAS(refused.err, "give that key, or say why it is replaced (--replaces ended, or --replaces stolen)");
  EXPECT_EQ(docket({"checkpoint", "--key", other, "--replaces", "lost"}).status, 2);
  EXPECT_EQ(docket({"checkpoint", "--key", key, "--replaces", "ended"}).status, 2);
  ASSERT_EQ(docket({"checkpoint", "--key", other, "--replaces", "stolen"}).status, 0);
  const Ran listed = docket({"checkpoint", "--list"});
  EXPECT_HAS(listed.out, "was stolen");
  EXPECT_EQ(docket({"checkpoint", "--key", key}).status, 2) << "a stolen key signs again only with --replaces";
  EXPECT_EQ(docket({"checkpoint", "--key", other}).status, 0);
}

TEST_F(ArchiveLog, ImportsWitnessSignatures) {
  const std::string file = checkpoint("c");
  const std::string witness = place / "witness.key";
  ASSERT_EQ(run({"keys", "new", "friend.example/w", "--witness", "-o", witness}).status, 0);
  ASSERT_EQ(run({"cosign", file, "--key", witness, "--log", key + ".pub", "-o", place / "signed"}).status, 0);
  EXPECT_EQ(docket({"checkpoint", "--add", place / "signed"}).status, 2) << "--witness must name the key to trust";
  EXPECT_EQ(docket({"checkpoint", "--add", place / "signed", "--witness", key + ".pub"}).status, 2);
  const Ran added =
      docket({"checkpoint", "--add", place / "signed", "--witness", witness + ".pub", "-o", place / "both"});
  ASSERT_EQ(added.status, 0) << added.err;
  EXPECT_EQ(textOf(place / "both"), textOf(place / "signed"));
  ASSERT_EQ(docket({"prove", game, "-o", place / "p"}).status, 0);
  EXPECT_EQ(run({"check-proof", place / "p", "--key", key + ".pub", "--key", witness + ".pub"}).status, 0);
  importOneMore();
  EXPECT_EQ(
      run({"cosign", checkpoint("d"), "--key", witness, "--log", key + ".pub", "--since", place / "signed"}).status, 1)
      << "without a proof that it only grew";
}

TEST_F(ArchiveLog, IsWrittenAsTilesWithItsRoot) {
  const std::string folder = place / "tiles";
  const std::string file = checkpoint("c");
  ASSERT_EQ(docket({"tiles", folder}).status, 0);
  EXPECT_EQ(textOf(folder + "/checkpoint"), textOf(file));
  importOneMore();
  const std::string newer = checkpoint("d");
  ASSERT_EQ(docket({"tiles", folder}).status, 0);
  const auto checkpoint = signedCheckpointOf(textOf(newer), "d").checkpoint;
  const auto leaves = [&](std::uint64_t size) {
    const Tile bundle{.level = {}, .index = 0, .width = static_cast<unsigned>(size)};
    const auto bytes = textOf(folder + "/" + pathOf(bundle));
    return leavesOf({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, bundle.width);
  };
  TreeGrowth tree;
  for (const auto& leaf : leaves(checkpoint.size))
    tree.append(leafHash(leaf), [](unsigned, std::uint64_t, const TreeHash&) {});
  EXPECT_EQ(tree.root(), checkpoint.root);
  EXPECT_EQ(memberOf(docket({"tiles", folder, "--json"}).out, "written"), "0");
  const TempDirectory other;
  importSamples(other);
  EXPECT_EQ(run({"checkpoint", "--key", key, "--archive", other.archive()}).status, 0);
  const Ran foreign = run({"tiles", folder, "--archive", other.archive()});
  EXPECT_EQ(foreign.status, 2);
  EXPECT_HAS(foreign.err, "is the checkpoint of another log and is not overwritten");
}

TEST_F(ArchiveLog, HasTheSameLeafForAnImportedGame) {
  (void)checkpoint("c");
  const std::string whole = docket({"export", game}).out;
  const TempDirectory other;
  ASSERT_EQ(run({"import", other.file("g.jsonl", whole), "--cards", sample("catalogues/yugioh.json"), "--archive",
                 other.archive()})
                .status,
            0);
  ASSERT_EQ(run({"checkpoint", "--key", key, "--archive", other.archive()}).status, 0);
  const auto leaf_in = [&](const TempDirectory& where) {
    const Ran proved = run({"prove", game, "-o", where / "p", "--archive", where.archive()});
    EXPECT_EQ(proved.status, 0) << proved.err;
    return inclusionProofOf(textOf(where / "p"), "p").leaf;
  };
  EXPECT_EQ(leaf_in(place), leaf_in(other));
  EXPECT_FALSE(has(whole, "secret"));
}

// Games that were rewritten with everything stored about them, except for the archive's earlier checkpoint.
TEST_F(ArchiveLog, ThatContradictsItsCheckpointIsDamagedAndProvesNothing) {
  const TempDirectory other;
  importSamples(other);
  ASSERT_EQ(run({"checkpoint", "--key", key, "-o", place / "other", "--archive", other.archive()}).status, 0);
  (void)checkpoint("c");
  const std::string folder = place / "tiles";
  const auto expect_damaged = [&](const std::string& what) {
    const Ran checked = docket({"check"});
    EXPECT_EQ(checked.status, 3);
    EXPECT_HAS(checked.out, what);
    EXPECT_EQ(docket({"prove", game, "-o", place / "p"}).status, 3);
    EXPECT_FALSE(std::filesystem::exists(place / "p"));
    EXPECT_EQ(docket({"tiles", folder}).status, 3);
    EXPECT_FALSE(std::filesystem::exists(folder));
    EXPECT_EQ(docket({"checkpoint", "--key", key}).status, 3);
  };
  const std::string note = textOf(place / "other");
  const auto size = signedCheckpointOf(note, "other").checkpoint.size;
  Archive::open(place.archive(), Access::record).log().storeCheckpoint({.size = size, .note = note});
  expect_damaged("does not begin with");

  Archive::open(other.archive(), Access::record).log().storeCheckpoint({.size = size + 9, .note = note});
  const Ran lost = run({"check", "--archive", other.archive()});
  EXPECT_EQ(lost.status, 3);
  EXPECT_HAS(lost.out, "it lost what came later");
}

TEST_F(ArchiveLog, RewritesADamagedTileThatTheCheckReports) {
  const std::string kept = checkpoint("c");
  const std::string folder = place / "tiles";
  ASSERT_EQ(docket({"tiles", folder}).status, 0);
  const auto check = [&] { return docket({"check", "--against", kept, "--tiles", folder}); };
  EXPECT_EQ(check().status, 0);
  const auto size = static_cast<unsigned>(signedCheckpointOf(textOf(kept), "c").checkpoint.size);
  for (const Tile& tile : {Tile{.level = {}, .width = size}, Tile{.level = 0, .width = size}}) {
    const std::string path = folder + "/" + pathOf(tile);
    flipByte(path, 5);
    const Ran noticed = check();
    EXPECT_EQ(noticed.status, 2) << noticed.out;
    EXPECT_HAS(noticed.err, "this tile is missing, damaged or of another log");
    EXPECT_EQ(memberOf(docket({"tiles", folder, "--json"}).out, "written"), "1");
    EXPECT_EQ(check().status, 0);
  }
  const TempDirectory other;
  importSamples(other);
  ASSERT_EQ(run({"checkpoint", "--key", key, "--archive", other.archive()}).status, 0);
  ASSERT_EQ(run({"tiles", place / "others", "--archive", other.archive()}).status, 0);
  EXPECT_EQ(docket({"check", "--against", kept, "--tiles", place / "others"}).status, 2);
}

TEST_F(ArchiveLog, IsNotWrittenAsTilesThroughALink) {
  (void)checkpoint("c");
  const std::string folder = place / "tiles";
  std::filesystem::create_directories(folder);
  std::filesystem::create_directories(place / "elsewhere");
  std::filesystem::create_directory_symlink(place / "elsewhere", folder + "/tile");
  const Ran refused = docket({"tiles", folder});
  EXPECT_EQ(refused.status, 2);
  EXPECT_HAS(refused.err, "this is a link");
  EXPECT_TRUE(std::filesystem::is_empty(place / "elsewhere"));
}

TEST_F(ArchiveLog, IsNotCosignedOverTheEarlierCheckpointOfAnotherLog) {
  const std::string witness = place / "witness.key";
  ASSERT_EQ(run({"keys", "new", "friend.example/w", "--witness", "-o", witness}).status, 0);
  const auto cosign = [&](const std::string& file) {
    return run({"cosign", file, "--key", witness, "--log", key + ".pub", "-o", place / "signed"});
  };
  ASSERT_EQ(cosign(checkpoint("c")).status, 0);
  const std::string before = textOf(place / "signed");
  const TempDirectory other;
  importSamples(other);
  ASSERT_EQ(run({"checkpoint", "--key", key, "-o", place / "other", "--archive", other.archive()}).status, 0);
  const Ran refused = cosign(place / "other");
  EXPECT_EQ(refused.status, 1);
  EXPECT_HAS(refused.err, "another log of the same size was signed before");
  EXPECT_EQ(textOf(place / "signed"), before);
  EXPECT_EQ(cosign(place / "c").status, 0);
}

// A check alone cannot detect an undamaged archive that replaces another one.
TEST_F(ArchiveLog, DetectsReplacementsAndRollbacksByAnOlderCheckpoint) {
  const std::string folder = place / "tiles";
  importOneMore();
  const std::string kept = checkpoint("c");
  ASSERT_EQ(docket({"tiles", folder}).status, 0);
  const auto check = [&](const std::string& archive) {
    return run({"check", "--against", kept, "--key", key + ".pub", "--tiles", folder, "--archive", archive});
  };
  const Ran same = check(place.archive());
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  EXPECT_HAS(same.out, "of the checkpoint: none of them was replaced or removed");

  // rolled back: an older copy of the whole archive
  const TempDirectory other;
  importSamples(other);
  const Ran older = check(other.archive());
  EXPECT_EQ(older.status, 3);
  EXPECT_HAS(older.out, "it was rolled back to an older copy");
  EXPECT_HAS(older.out, "a game is missing:");
  EXPECT_HAS(older.out, "Nothing is damaged");

  // one edit of an export, taken into a new archive with all others: whole, and the record is named
  const TempDirectory forged;
  for (const char* id : {"samples/l5r-paragon", "samples/l5r-paragon-2010", "samples/yugioh-use-or-activate",
                         "samples/huntik-drowned-orchard"}) {
    std::string text = docket({"export", id}).out;
    if (has(id, "drowned")) {
      const auto end = text.rfind('\n', text.size() - 2);
      text = text.substr(0, end + 1) + "{\"note\":\"nothing happened\"}\n";
      text.replace(text.find("\"recordFormat\":2,"), 17, "");
    }
    std::vector<std::string> typed{"import", forged.file("g.jsonl", text), "--archive", forged.archive()};
    for (const char* rules : {"yugioh", "l5r"}) {
      const std::string cards = std::string(rules) == "l5r" ? "l5r-celestial" : rules;
      if (has(id, rules)) typed.insert(typed.end(), {"--cards", sample("catalogues/" + cards + ".json")});
    }
    const Ran taken = run(typed);
    EXPECT_EQ(taken.status, 0) << taken.out << taken.err;
  }
  ASSERT_EQ(run({"checkpoint", "--key", key, "--archive", forged.archive()}).status, 0);
  const Ran replaced = check(forged.archive());
  EXPECT_EQ(replaced.status, 3) << replaced.out << replaced.err;
  EXPECT_HAS(replaced.out, "game samples/huntik-drowned-orchard: its record was replaced");
  EXPECT_HAS(replaced.out, "Nothing is damaged");

  // another archive's database under the same name, which has as many leaves
  const std::string swapped = place / "swapped";
  std::filesystem::copy(place.archive(), swapped, std::filesystem::copy_options::recursive);
  for (const char* of_database : {"db", "ACKNOWLEDGED"}) {
    std::filesystem::remove_all(swapped + "/" + of_database);
    std::filesystem::copy(forged.archive() + "/" + of_database, swapped + "/" + of_database,
                          std::filesystem::copy_options::recursive);
  }
  EXPECT_EQ(run({"check", "--archive", swapped}).status, 0) << "it is consistent in itself";
  const Ran another = check(swapped);
  EXPECT_EQ(another.status, 3) << another.out << another.err;
  EXPECT_HAS(another.out, "it is another archive");

  EXPECT_EQ(run({"check", "--against", kept, "--key", place / "none", "--archive", place.archive()}).status, 2);
  ASSERT_EQ(docket({"keys", "new", "example.com/other", "-o", place / "other.key"}).status, 0);
  const Ran unsigned_by =
      run({"check", "--against", kept, "--key", place / "other.key.pub", "--archive", place.archive()});
  EXPECT_EQ(unsigned_by.status, 2);
  EXPECT_HAS(unsigned_by.err, "it proves nothing");
}

}  // namespace
}  // namespace docket::test::checkpoint_test
