// A typed game is replaced by its corrected record: GAME means the new one everywhere, GAME@1 the old one, whose
// head, leaf and proofs are unchanged.
#include <filesystem>
#include <map>

#include "store/archive.h"
#include "store/check/check.h"
#include "tests/tools/run.h"

namespace docket::test::replacement_test {
namespace {

/// A game of two lines of play, the second as it was typed.
std::string typed(const std::string& second, const std::string& id = "friday/12") {
  return "game \"" + id +
         "\"\ndate \"2026-10-10\"\nP1 \"Gus\"\nP2 \"Hana\"\nruleset \"yugioh\"\n\n"
         "P1 registers deck\n  = 2 \"Lantern Fox\"\nP2 registers deck 5 cards\n"
         "P1 draws \"Lantern Fox\"\n" +
         second + "\n";
}
constexpr const char* kWrong = "P2 draws 2";
constexpr const char* kRight = "P2 draws 3";

class Replacement : public ::testing::Test {
 protected:
  Replacement() {
    import(typed(kWrong), {});
    EXPECT_EQ(docket({"keys", "new", "example.com/club", "-o", key}).status, 0);
  }
  [[nodiscard]] Ran docket(std::vector<std::string> words, const std::string& input = {}) const {
    return test::runOn(place.archive(), std::move(words), input);
  }
  void import(const std::string& text, const std::vector<std::string>& more) const {
    const Ran ran = tryImport(text, more);
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  }
  [[nodiscard]] Ran tryImport(const std::string& text, const std::vector<std::string>& more) const {
    std::vector<std::string> words{"import", place.file("game.txt", text), "--cards", sample("catalogues/yugioh.json")};
    words.insert(words.end(), more.begin(), more.end());
    return docket(words);
  }
  void replace(const std::string& second = kRight) const { import(typed(second), {"--replaces", "friday/12"}); }
  [[nodiscard]] std::string shown(const std::string& game, const std::string& member) const {
    return memberOf(docket({"show", game, "--json"}).out, member);
  }
  [[nodiscard]] std::vector<std::string> leaves() const {
    std::vector<std::string> all;
    const auto archive = Archive::open(place.archive(), Access::read);
    archive.log().forEachLeaf(0, [&](std::uint64_t, const std::vector<std::uint8_t>& leaf) {
      all.push_back(hex(leaf));
      return true;
    });
    return all;
  }
  void expectWhole(const std::string& archive) const {
    const auto report = check(archive);
    for (const auto& damage : report.damages) ADD_FAILURE() << damage.what;
    EXPECT_LE(run({"verify", "--all", "--archive", archive}).status, 1);
  }

  TempDirectory place;
  const std::string key = place / "archive.key";
};

TEST_F(Replacement, IsTheGameAndKeepsTheOldRecord) {
  const auto head = shown("friday/12", "head");
  const auto before = leaves();
  const Ran ran = tryImport(typed(kRight), {"--replaces", "friday/12"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "friday/12@2");
  EXPECT_HAS(ran.out, "replaces friday/12@1");
  EXPECT_EQ(shown("friday/12", "game"), "\"friday/12@2\"");
  EXPECT_EQ(shown("friday/12", "replaces"), "\"friday/12\"");
  EXPECT_EQ(shown("friday/12@1", "game"), "\"friday/12\"");
  EXPECT_EQ(shown("friday/12@1", "replacedBy"), "\"friday/12@2\"");
  EXPECT_EQ(shown("friday/12@1", "head"), head);
  EXPECT_NE(shown("friday/12@2", "head"), head);
  const auto after = leaves();
  ASSERT_EQ(after.size(), before.size() + 1);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
  expectWhole(place.archive());
}

TEST_F(Replacement, IsUsedByEveryCommandThatNamesTheGame) {
  replace();
  for (const auto& words : std::vector<std::vector<std::string>>{{"show", "GAME"},
                                                                 {"log", "GAME"},
                                                                 {"replay", "GAME"},
                                                                 {"export", "GAME"},
                                                                 {"report", "GAME"},
                                                                 {"limits", "GAME"},
                                                                 {"rulings", "GAME"},
                                                                 {"verify", "GAME"},
                                                                 {"step", "GAME"}}) {
    const auto about = [&](const std::string& game) {
      auto typed_words = words;
      typed_words[1] = game;
      return docket(typed_words, "end\nquit\n").out;
    };
    EXPECT_EQ(about("friday/12"), about("friday/12@2")) << words[0];
    if (words[0] != "limits" && words[0] != "rulings") {
      EXPECT_NE(about("friday/12"), about("friday/12@1")) << words[0];
    }
  }
  const Ran ruled = docket({"rule", "friday/12", "--at", "4", "--claim", "count(in play) = 0", "--judge", "Erin"});
  EXPECT_EQ(ruled.status, 0) << ruled.err;
  EXPECT_HAS(ruled.out, "friday/12@2: event");
  const Ran branched = docket({"branch", "friday/12", "--at", "4", "--add", "note \"otherwise\""});
  EXPECT_EQ(branched.status, 0) << branched.err;
  EXPECT_HAS(branched.out, "friday/12/record-2/branch-1");
  EXPECT_EQ(docket({"record"}, "{\"game\":\"friday/12\",\"note\":\"x\"}\n").status, 0);
  EXPECT_EQ(shown("friday/12@1", "events"), "4");
  expectWhole(place.archive());
}

TEST_F(Replacement, IsListedInPlaceOfWhatItReplaces) {
  replace();
  const auto listed = docket({"games"}).out;
  EXPECT_HAS(listed, "friday/12@2");
  EXPECT_HAS(listed, "replaces friday/12@1");
  EXPECT_HAS(listed, "1 game,");
  const auto all = docket({"games", "--replaced"}).out;
  EXPECT_HAS(all, "replaced by friday/12@2");
  EXPECT_HAS(all, "2 games,");
  const auto json = docket({"games", "--replaced", "--json"}).out;
  EXPECT_HAS(json, R"("replaces":null,"replacedBy":"friday/12@2")");
  EXPECT_HAS(json, R"("replaces":"friday/12","replacedBy":null)");
}

TEST_F(Replacement, IsCountedOnceWithItsGame) {
  const auto games = [&](const std::vector<std::string>& words) {
    const Ran ran = docket(words);
    EXPECT_LE(ran.status, 1) << ran.err;
    return memberOf(ran.out, "games");
  };
  const std::vector<std::string> regress{"regress", "--to", "yugioh", "--again", "--json"};
  const auto regress_of = [&](const std::string& game) {
    auto words = regress;
    words.push_back(game);
    return games(words);
  };
  EXPECT_EQ(games({"coverage", "--json"}), "1");
  EXPECT_EQ(games(regress), "1");
  replace();
  replace("P2 draws 4");
  EXPECT_EQ(games({"coverage", "--json"}), "1");
  EXPECT_EQ(memberOf(docket({"coverage", "--json"}).out, "events"), shown("friday/12@3", "events"));
  EXPECT_EQ(games(regress), "1");
  for (const std::string name : {"friday/12", "friday/12@1", "friday/12@2"}) EXPECT_EQ(regress_of(name), "1") << name;
  const auto event_count = [&](const std::string& game) {
    return memberOf(docket({"regress", "--to", "yugioh", "--again", "--json", game}).out, "events");
  };
  EXPECT_EQ(event_count("friday/12"), shown("friday/12@3", "events"));
  EXPECT_EQ(event_count("friday/12@1"), shown("friday/12@1", "events"));
}

TEST_F(Replacement, IsUnchangedIfImportedTwice) {
  replace();
  const Ran again = tryImport(typed(kRight), {"--replaces", "friday/12"});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_HAS(again.out, "unchanged");
  const Ran as_it_was = tryImport(typed(kWrong), {});
  EXPECT_HAS(as_it_was.out, "unchanged") << as_it_was.err;
  EXPECT_EQ(leaves().size(), 2U);
  replace("P2 draws 4");
  EXPECT_EQ(shown("friday/12", "game"), "\"friday/12@3\"");
  EXPECT_EQ(shown("friday/12", "replaces"), "\"friday/12@2\"");
  expectWhole(place.archive());
}

TEST_F(Replacement, IsRefusedIfItCannotReplaceTheGame) {
  replace();
  struct Case {
    std::string text;
    std::vector<std::string> words;
    std::string said;
  };
  for (const auto& one : std::vector<Case>{
           {typed(kRight), {"--replaces", "friday/13"}, "there is no game \"friday/13\" (did you mean \"friday/12\"?)"},
           {typed("P2 draws 4"), {"--replaces", "friday/12@1"}, "it was already replaced by friday/12@2"},
           {typed(kRight, "friday/9"), {"--replaces", "friday/12"}, "this is a record of the game friday/9"},
           {typed(kRight), {"--replaces", "friday/12", "--id", "x"}, "keeps the id of its game"},
           {typed("P2 draws 5"), {}, "--replaces friday/12"},
           {typed(kRight, "friday/12@7"), {}, "docket import --replaces friday/12 makes one"},
           {typed("P2 drowns"), {"--replaces", "friday/12"}, "game.txt:"}}) {
    const Ran ran = tryImport(one.text, one.words);
    EXPECT_EQ(ran.status, 2) << one.said;
    EXPECT_HAS(ran.err, one.said);
  }
  EXPECT_EQ(leaves().size(), 2U);
  EXPECT_EQ(
      run({"import", place.file("one.txt", typed(kRight)), "--replaces", "friday/12", "--archive", place / "none"})
          .status,
      2);
  EXPECT_FALSE(std::filesystem::exists(place / "none"));
}

TEST_F(Replacement, IsProvedTogetherWithTheOldRecord) {
  const auto checkpoint = [&] { EXPECT_EQ(docket({"checkpoint", "--key", key, "-o", place / "c"}).status, 0); };
  checkpoint();
  EXPECT_EQ(docket({"prove", "friday/12", "-o", place / "before"}).status, 0);
  replace();
  const Ran since = docket({"prove", "friday/12@1", "-o", place / "old"});
  EXPECT_HAS(since.out, "friday/12@2 has replaced this record since") << since.err;
  EXPECT_EQ(docket({"prove", "friday/12"}).status, 2) << "it is not in the log of that checkpoint";
  checkpoint();
  const Ran old = docket({"prove", "friday/12@1", "-o", place / "old"});
  EXPECT_HAS(old.out, "friday/12@2 had replaced this record") << old.err;
  EXPECT_EQ(memberOf(docket({"prove", "friday/12@1", "--json"}).out, "newest"), "false");
  const Ran newest = docket({"prove", "friday/12", "-o", place / "new"});
  EXPECT_HAS(newest.out, "still is") << newest.err;
  const Ran checked = run({"check-proof", place / "new", "--key", key + ".pub", "--game", "friday/12@2"});
  EXPECT_EQ(checked.status, 0) << checked.out;
  EXPECT_HAS(checked.out, "in place of an earlier record (after leaf 0)");
  for (const auto* file : {"before", "old"})
    EXPECT_EQ(run({"check-proof", place / file, "--key", key + ".pub", "--game", "friday/12"}).status, 0) << file;
}

TEST_F(Replacement, TravelsByExportAndByMerge) {
  EXPECT_EQ(docket({"rule", "friday/12", "--at", "4", "--claim", "count(in play) = 0", "--judge", "Erin"}).status, 0);
  replace();
  EXPECT_EQ(docket({"rule", "friday/12@1", "--at", "4", "--claim", "count(in play) = 0", "--judge", "Erin"}).status, 0);
  const auto there = place / "there", merged = place / "merged", alone = place / "alone";
  const auto exported = [&](const std::string& game, const std::string& name) {
    return place.file(name, docket({"export", game}).out);
  };
  const auto heads_in = [&](const std::string& archive) {
    std::map<std::string, std::string> heads;
    const auto opened = Archive::open(archive, Access::read);
    for (const auto& entry : opened.list()) heads.emplace(entry.id, hex(entry.head));
    return heads;
  };
  EXPECT_EQ(run({"import", exported("friday/12", "new.jsonl"), "--cards", sample("catalogues/yugioh.json"), "--archive",
                 alone})
                .status,
            0);
  EXPECT_EQ(memberOf(run({"show", "friday/12", "--json", "--archive", alone}).out, "game"), "\"friday/12@2\"");
  expectWhole(alone);
  EXPECT_EQ(run({"import", sample("huntik-drowned-orchard.jsonl"), "--archive", merged}).status, 0);
  const Ran made = run({"merge", place.archive(), "--archive", merged});
  EXPECT_EQ(made.status, 0) << made.out << made.err;
  auto heads = heads_in(merged);
  heads.erase("samples/huntik-drowned-orchard");
  EXPECT_EQ(heads, heads_in(place.archive()));
  expectWhole(merged);
  const auto kinds_in = [](const std::string& archive) {
    std::string kinds;
    Archive::open(archive, Access::read)
        .log()
        .forEachLeaf(0, [&](std::uint64_t, const std::vector<std::uint8_t>& leaf) {
          kinds += static_cast<char>('0' + leaf[1]);
          return true;
        });
    return kinds;
  };
  EXPECT_EQ(kinds_in(place.archive()), "1232");
  EXPECT_EQ(kinds_in(merged),
            "1"
            "1223");
  EXPECT_EQ(kinds_in(alone), "1");
  // If the old record is another one, the new one is left out with it.
  EXPECT_EQ(run({"import", place.file("other.txt", typed("P2 draws 1")), "--cards", sample("catalogues/yugioh.json"),
                 "--archive", there})
                .status,
            0);
  const Ran left_out = run({"merge", place.archive(), "--archive", there});
  EXPECT_EQ(left_out.status, 1) << left_out.out;
  EXPECT_HAS(left_out.out, "it replaces friday/12, and the archive has a different game of that id");
  expectWhole(there);
}

TEST_F(Replacement, LosesAnErasedNameWithTheOldRecordForGood) {
  EXPECT_EQ(docket({"erase-player", "Gus", "--yes"}).status, 0);
  replace();
  EXPECT_FALSE(has(docket({"export", "friday/12"}).out, "Gus"));
  const Ran erased = docket({"erase-player", "Hana", "--game", "friday/12", "--yes"});
  EXPECT_EQ(erased.status, 0) << erased.out << erased.err;
  EXPECT_FALSE(has(docket({"export", "friday/12"}).out, "Hana"));
  EXPECT_FALSE(has(docket({"export", "friday/12@1"}).out, "Hana"));
  expectWhole(place.archive());
}

TEST_F(Replacement, IsDistinguishedFromAPointOfTheGame) {
  EXPECT_EQ(docket({"diff", "friday/12@2", "friday/12@3"}).status, 1);
  replace();
  const Ran unclear = docket({"diff", "friday/12@2", "friday/12@3"});
  EXPECT_EQ(unclear.status, 2);
  EXPECT_HAS(unclear.err, "friday/12@2@2 for that event of its newest record, friday/12@2@end for that record");
  EXPECT_EQ(docket({"diff", "friday/12@1@end", "friday/12@2@end"}).status, 1);
  EXPECT_EQ(docket({"diff", "friday/12@2@2", "friday/12@1@2"}).status, 0);
}

}  // namespace
}  // namespace docket::test::replacement_test
