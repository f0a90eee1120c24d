// docket erase-player: no file of the archive has the name afterwards, and heads, leaves and proofs are unchanged.
#include <algorithm>
#include <filesystem>
#include <map>

#include "events/public_header.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "store/database.h"
#include "store/rewriting.h"
#include "tests/tools/disputed_game.h"
#include "tools/game/result_cache.h"

namespace docket::erase_test {
namespace {

using test::has;
using test::memberOf;
using test::Ran;

constexpr const char* kName = "Aiko Tsukimura";

class ErasePlayer : public test::DisputedGame {
 protected:
  void SetUp() override {
    importGame("game.jsonl", gameOf("court/7"));
    importGame("second.jsonl", gameOf("court/8"));
    importGame("long.jsonl", gameOf("court/long", 320));
    live("court/live");
    ASSERT_EQ(run({"branch", "court/7", "--at", "11", "--as", "what-if", "--add", "note \"otherwise\""}).status, 0);
    ASSERT_EQ(run({"branch", "what-if", "--at", "12", "--as", "what-if-2", "--add", "note \"else\""}).status, 0);
    ASSERT_LE(run({"verify", "--all"}).status, 1);  // it caches verdicts
  }
  /// The disputed game with the name in it, and this many notes after it.
  static std::string gameOf(const std::string& id, int notes = 0) {
    std::string text = test::kGame;
    text.replace(text.find("court/7"), 7, id);
    text.replace(text.find("Aiko"), 4, kName);
    for (int i = 0; i < notes; ++i)
      text += R"({"note":"a note"})"
              "\n";
    return text;
  }
  void live(const std::string& id) {
    std::string first = gameOf(id);
    first.resize(first.find('\n') + 1);
    const Ran ran = test::run({"record", "--archive", place.archive()}, first + "{\"game\":\"" + id +
                                                                            R"(","note":"x"})"
                                                                            "\n");
    ASSERT_EQ(ran.status, 0) << ran.err << ran.out;
  }
  [[nodiscard]] std::map<std::string, std::string> heads() const {
    std::map<std::string, std::string> heads;
    for (const auto& entry : Archive::open(place.archive(), Access::read).list()) heads[entry.id] = hex(entry.head);
    return heads;
  }
  [[nodiscard]] std::vector<std::vector<std::uint8_t>> leaves() const {
    std::vector<std::vector<std::uint8_t>> leaves;
    const auto archive = Archive::open(place.archive(), Access::read);
    archive.log().forEachLeaf(0, [&](std::uint64_t, std::vector<std::uint8_t> leaf) {
      leaves.push_back(std::move(leaf));
      return true;
    });
    return leaves;
  }
  /// The files with the name, by a search that has nothing in common with the program's.
  [[nodiscard]] std::vector<std::string> filesWithName() const {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(place.archive())) {
      if (entry.is_regular_file() && has(test::textOf(entry.path()), kName)) files.push_back(entry.path().string());
    }
    return files;
  }
};

TEST_F(ErasePlayer, RemovesTheNameFromFilesAndKeepsHeadsAndLeaves) {
  const auto heads_before = heads();
  const auto leaves_before = leaves();
  ASSERT_EQ(heads_before.size(), 6U);
  ASSERT_EQ(leaves_before.size(), 5U);
  ASSERT_FALSE(findBytes(place.archive(), kName).nowhere()) << "the name is nowhere before";
  const Ran erased = run({"erase-player", kName, "--yes", "--json"});
  EXPECT_EQ(erased.status, 0) << erased.out << erased.err;
  EXPECT_HAS(erased.out, R"("files":[],"rows":[])");
  EXPECT_EQ(filesWithName(), std::vector<std::string>{});
  EXPECT_TRUE(findBytes(place.archive(), kName).nowhere());
  EXPECT_EQ(heads(), heads_before);
  EXPECT_EQ(leaves(), leaves_before);
  EXPECT_TRUE(check(place.archive()).whole());
  EXPECT_FALSE(has(run({"games"}).out, "Tsukimura"));
  EXPECT_HAS(run({"games"}).out, "(erased) - Bastien");
  EXPECT_HAS(run({"games", "--player", kName}).out, "0 games");
  EXPECT_HAS(run({"games", "--player", "Bastien"}).out, "6 games");
  for (const auto& [game, head] : heads_before) {
    EXPECT_EQ(memberOf(run({"verify", game, "--json"}).out, "head"), '"' + head + '"');
    EXPECT_EQ(run({"report", game, "-o", place / "report.html"}).status, 0);
    EXPECT_FALSE(has(test::textOf(place / "report.html"), "Tsukimura"));
    const Ran exported = run({"export", game});
    EXPECT_EQ(exported.status, 0) << exported.err;
    EXPECT_FALSE(has(exported.out, "Tsukimura"));
  }
  const Ran all = run({"verify", "--all", "--json"});
  EXPECT_EQ(all.status, 1) << all.err;  // the disputed play, as before
  EXPECT_FALSE(has(all.out, "Tsukimura"));
}

TEST_F(ErasePlayer, RemovesWhoRecordedEventsAndDoesNotBringThemBack) {
  constexpr const char* kTypist = "Samuel Odendaal";
  const std::string file = place.file("typed.jsonl", gameOf("court/9"));
  ASSERT_EQ(run({"import", file, "--recorded-by", kTypist, "--recorded-by", "Ida Rye"}).status, 0);
  const Ran added = test::run({"record", "--recorded-by", kTypist, "--archive", place.archive()},
                              R"({"game":"court/9","note":"x"})"
                              "\n"
                              R"({"game":"court/live","note":"x"})"
                              "\n");
  ASSERT_EQ(added.status, 0) << added.out << added.err;
  EXPECT_HAS(run({"show", "court/9", "--json"}).out,
             R"("recordedBy":[{"name":"Samuel Odendaal","first":1,"last":18},{"name":"Ida Rye","first":1,"last":18},)"
             R"({"name":"Samuel Odendaal","first":19,"last":19}])");
  EXPECT_FALSE(has(run({"export", "court/9"}).out, "Odendaal"));
  const std::string copy = place / "copy";
  std::filesystem::copy(place.archive(), copy, std::filesystem::copy_options::recursive);
  const auto heads_before = heads();
  const Ran dry = run({"erase-player", kTypist, "--dry-run"});
  EXPECT_EQ(dry.status, 0) << dry.out;
  EXPECT_HAS(dry.out, "to be erased  court/9  recorded events");
  const Ran erased = run({"erase-player", kTypist, "--yes", "--json"});
  EXPECT_EQ(erased.status, 0) << erased.out << erased.err;
  EXPECT_HAS(erased.out, R"("recorded":["court/live","court/9"],"elsewhere":[],"files":[],"rows":[])");
  EXPECT_TRUE(findBytes(place.archive(), kTypist).nowhere());
  EXPECT_EQ(heads(), heads_before);
  const Ran merged = run({"merge", copy});
  EXPECT_LE(merged.status, 1) << merged.err;
  const std::string shown = run({"show", "court/9"}).out;
  EXPECT_TRUE(has(shown, "(erased)  (events 1 to 18)") && has(shown, "Ida Rye  (events 1 to 18)")) << shown;
  EXPECT_FALSE(has(shown, "Odendaal")) << shown;
  EXPECT_TRUE(check(place.archive()).whole());
}

TEST_F(ErasePlayer, KeepsEveryEarlierProofValid) {
  const std::string key = place / "archive.key";
  ASSERT_EQ(test::run({"keys", "new", "example.com/club", "-o", key}).status, 0);
  ASSERT_EQ(run({"checkpoint", "--key", key, "-o", place / "checkpoint"}).status, 0);
  ASSERT_EQ(run({"prove", "court/long", "-o", place / "before.tlog-proof"}).status, 0);
  ASSERT_EQ(run({"erase-player", kName, "--yes"}).status, 0);
  ASSERT_EQ(run({"prove", "court/long", "-o", place / "after.tlog-proof"}).status, 0);
  EXPECT_EQ(test::textOf(place / "after.tlog-proof"), test::textOf(place / "before.tlog-proof"));
  const Ran proved = test::run(
      {"check-proof", place / "before.tlog-proof", "--checkpoint", place / "checkpoint", "--key", key + ".pub"});
  EXPECT_EQ(proved.status, 0) << proved.out << proved.err;
}

TEST_F(ErasePlayer, ChangesNothingWithoutConfirmation) {
  const Ran asked = run({"erase-player", kName});
  EXPECT_EQ(asked.status, 2);
  EXPECT_HAS(asked.err, "--yes");
  EXPECT_EQ(run({"erase-player", kName, "--yes", "--dry-run"}).status, 2);
  const Ran shown = run({"erase-player", kName, "--dry-run"});
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_HAS(shown.out, "to be erased  court/long  P1");
  EXPECT_HAS(shown.out, "Nothing was changed");
  EXPECT_HAS(run({"games", "--player", kName}).out, "6 games");
}

TEST_F(ErasePlayer, OfOneGameIncludesGamesThatWouldRevealTheName) {
  const Ran erased = run({"erase-player", kName, "--game", "what-if", "--yes"});
  EXPECT_EQ(erased.status, 1) << erased.out;  // others have the name still
  const std::string left = run({"games", "--player", kName}).out;
  for (const std::string game : {"court/8", "court/long", "court/live"}) EXPECT_HAS(left, game);
  for (const std::string game : {"court/7", "what-if"}) EXPECT_FALSE(has(left, game + " ")) << left;
  EXPECT_HAS(left, "3 games");
}

TEST_F(ErasePlayer, ReportsOtherOccurrencesOfTheName) {
  std::string text = gameOf("court/9");
  text.replace(text.find("Winter Court"), 12, std::string(kName) + " Cup");
  text.replace(text.find("Corin"), 5, kName);
  text.replace(text.find("It is equal to the minimum."), 27, std::string("as ") + kName + " said");
  text.replace(text.find("Bastien"), 7, std::string(kName) + " jr.");
  importGame("nine.jsonl", text);
  const Ran erased = run({"erase-player", kName, "--yes"});
  EXPECT_EQ(erased.status, 1) << erased.out;
  for (const std::string said :
       {"court/9: event in its header", "court/9: a player's name in its header",
        "court/9: rulingGiven.judge in event 15", "court/9: rulingGiven.note in event 16", "are still in"}) {
    EXPECT_HAS(erased.out, said);
  }
  EXPECT_FALSE(findBytes(place.archive(), kName).nowhere());
}

TEST_F(ErasePlayer, IsResumedByTheSameCommandAfterAnInterruption) {
  {
    auto archive = Archive::open(place.archive(), Access::record);
    for (const std::string game : {"court/7", "court/8", "court/long", "court/live", "what-if", "what-if-2"})
      archive.erasePlayer(game, 1);
  }
  EXPECT_FALSE(filesWithName().empty() && findBytes(place.archive(), kName).nowhere())
      << "nothing is left to be rewritten, so this test shows nothing";
  const Ran again = run({"erase-player", kName, "--yes"});
  EXPECT_EQ(again.status, 0) << again.out;
  EXPECT_HAS(again.out, "no game has a player of that name");
  EXPECT_EQ(filesWithName(), std::vector<std::string>{});
}

// The list of tables says with which rows each begins and ends.
TEST_F(ErasePlayer, RemovesTheNameFromTablesForAnalysts) {
  ASSERT_EQ(run({"erase-player", kName, "--yes"}).status, 0);
  {
    const detail::Database database(place.archive(), Access::record);
    auto* index = database.family(detail::Family::index);
    const std::string row = std::string("p") + kName;
    ASSERT_TRUE(database.rocks().Put({}, index, row, "").ok());
    ASSERT_TRUE(database.rocks().Flush({}, index).ok());
    ASSERT_TRUE(database.rocks().Delete({}, index, row).ok());
  }
  const auto files = filesWithName();
  const auto is_list = [](const std::string& file) { return has(file, "MANIFEST-"); };
  ASSERT_TRUE(std::any_of(files.begin(), files.end(), is_list)) << "the list has no name, so this test shows nothing";
  rewriteTables(place.archive());
  EXPECT_EQ(filesWithName(), std::vector<std::string>{});
}

TEST_F(ErasePlayer, ListsGamesWhoseSecretConfirmsAGuess) {
  // An archive as made by programs in which the salts of names were not yet random.
  {
    auto archive = Archive::open(place.archive(), Access::record);
    const Secret secret = newSecret();
    Recording old;
    auto header = old.header();
    header.setId("old");
    header.setRecordFormat(2);
    auto player = header.initPlayers(1)[0];
    player.setName(kName);
    const auto salt = deriveSalt(secret, 0, 0);
    player.setSalt(capnp::Data::Reader(salt.data(), salt.size()));
    archive.import(
        {.game = {.header = header.asReader(), .secrets = secret, .head = Head(header.asReader(), secret).value()},
         .recording = &old,
         .heads = {}});
  }
  const Ran shown = run({"erase-player", kName, "--dry-run", "--json"});
  const auto guessed = shown.out.find(R"("canBeGuessed":true)");
  ASSERT_NE(guessed, std::string::npos) << shown.out;
  EXPECT_EQ(shown.out.find(R"("canBeGuessed":true)", guessed + 1), std::string::npos) << shown.out;
  EXPECT_HAS(run({"erase-player", kName, "--yes"}).out, "whoever has that can test guesses");
}

TEST_F(ErasePlayer, IsNotUndoneByACachedVerdict) {
  const auto reader = Archive::open(place.archive(), Access::read);
  ResultCache cache(reader, DerivedStore::Result::verdict);
  cache.add(reader.game("court/7"), Digest{}, std::string("a verdict on ") + kName);
  ASSERT_EQ(run({"erase-player", kName, "--yes"}).status, 0);
  cache.store();
  EXPECT_TRUE(findBytes(place.archive(), kName).nowhere());
}

}  // namespace
}  // namespace docket::erase_test
