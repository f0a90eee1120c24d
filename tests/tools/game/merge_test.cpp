// docket merge: the games of two archives in one, with unchanged heads and leaves.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <set>

#include "store/archive.h"
#include "store/check/check.h"
#include "store/database.h"
#include "tests/places.h"
#include "tests/tools/disputed_game.h"

namespace docket::merge_test {
namespace {

using test::has;
using test::memberOf;
using test::Ran;

/// The facts about a game in an archive: its length, its head, and its leaves without their place.
struct Kept {
  std::uint32_t count = 0, sealed = 0;
  std::string head, parent;
  std::vector<std::string> leaves;
  friend bool operator==(const Kept&, const Kept&) = default;
};

std::map<std::string, Kept> keptIn(const std::string& path) {
  std::map<std::string, Kept> games;
  const auto archive = Archive::open(path, Access::read);
  for (const auto& entry : archive.list()) {
    Kept kept{.count = entry.count, .sealed = entry.sealed, .head = hex(entry.head), .parent = entry.parent};
    for (const auto& of : archive.log().leavesOf(archive.game(entry.id))) {
      auto leaf = std::get<GameLeaf>(leafOf(archive.log().leafBytes(of.leaf)));
      leaf.follows = leaf.follows ? std::optional<std::uint64_t>(0) : std::nullopt;  // the place in the log
      kept.leaves.push_back(hex(bytesOf(leaf)));
    }
    games.emplace(entry.id, std::move(kept));
  }
  return games;
}

class Merge : public test::DisputedGame {
 protected:
  /// A game without a dispute; notes give it the requested length.
  static std::string gameOf(const std::string& id, int notes = 0, const std::string& note = "a note") {
    std::string text = test::kGame;
    text.replace(text.find("court/7"), 7, id);
    for (int i = 0; i < notes; ++i) text += R"({"note":")" + note + "\"}\n";
    return text;
  }
  /// Takes games into an archive.
  void takeInto(const std::string& archive, const std::string& lines) {
    const Ran ran = test::run({"import", place.file("some.jsonl", lines), "--cards",
                               place.file("cards.json", test::kCards), "--archive", archive});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  [[nodiscard]] Ran on(const std::string& archive, std::vector<std::string> typed) const {
    return test::runOn(archive, std::move(typed));
  }
  [[nodiscard]] Ran merge(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"merge", other});
    return run(more);
  }
  void expectWhole(const std::string& archive) const {
    const auto report = check(archive);
    EXPECT_TRUE(report.whole()) << (report.damages.empty() ? "" : report.damages.front().what);
    for (const auto& [id, kept] : keptIn(archive))
      EXPECT_EQ(memberOf(on(archive, {"verify", id, "--json"}).out, "head"), '"' + kept.head + '"') << id;
  }
  /// Imports a game of one archive into another, through a file.
  void handOver(const std::string& from, const std::string& to, const std::string& game) const {
    const Ran whole = on(from, {"export", game});
    ASSERT_EQ(whole.status, 0) << whole.err;
    ASSERT_EQ(on(to, {"import", place.file("handed.jsonl", whole.out)}).status, 0);
  }

  const std::string other = place / "other";
};

TEST_F(Merge, OfTwoArchivesHasEachGameOnceWithItsLeaves) {
  for (int i = 0; i < 13; ++i) takeInto(place.archive(), gameOf("here/" + std::to_string(i), i * 25));
  takeInto(place.archive(), gameOf("both", 1, "said here"));
  for (int i = 0; i < 5; ++i) takeInto(place.archive(), gameOf("common/" + std::to_string(i), i * 70));
  for (int i = 0; i < 5; ++i) {
    ASSERT_NO_FATAL_FAILURE(takeInto(other, gameOf("first", 0)));
    handOver(place.archive(), other, "common/" + std::to_string(i));
  }
  for (int i = 0; i < 13; ++i) takeInto(other, gameOf("there/" + std::to_string(i), i * 25));
  takeInto(other, gameOf("both", 1, "said there"));
  const auto here = keptIn(place.archive()), there = keptIn(other);
  ASSERT_EQ(here.size(), 20U);
  ASSERT_EQ(there.size(), 20U);

  const Ran shown = merge({"--dry-run", "--json"});
  EXPECT_EQ(shown.status, 1) << shown.err;
  EXPECT_HAS(shown.out, R"({"games":20,"taken":14,"same":5,"longer":0,"continued":0,"different":1,"damaged":0,)");
  EXPECT_EQ(keptIn(place.archive()), here);

  const Ran merged = merge();
  EXPECT_EQ(merged.status, 1) << merged.err;
  EXPECT_HAS(merged.out, "different  both");
  EXPECT_HAS(merged.out, "14 taken, 0 continued, 5 the same, 0 longer here, 1 different, 0 damaged");
  const auto after = keptIn(place.archive());
  EXPECT_EQ(after.size(), 34U);
  for (const auto& [id, kept] : here) EXPECT_EQ(after.at(id), kept) << id;
  for (const auto& [id, kept] : there) {
    if (id == "both") continue;
    EXPECT_EQ(after.at(id), kept) << id;
  }
  EXPECT_EQ(keptIn(other), there);
  expectWhole(place.archive());
  // A second run finds all of them here.
  const Ran again = merge({"--json"});
  EXPECT_HAS(again.out, R"("taken":0,"same":19,)");
  EXPECT_EQ(keptIn(place.archive()), after);
}

TEST_F(Merge, KeepsBranchesSegmentsAndLiveGames) {
  takeInto(other, gameOf("cup/1", 300));
  ASSERT_EQ(on(other, {"branch", "cup/1", "--at", "270", "--as", "what-if", "--add", "note \"otherwise\""}).status, 0);
  ASSERT_EQ(on(other, {"branch", "what-if", "--at", "271", "--as", "what-if-2", "--account", "P2", "--add",
                       "cardsDrawn player=2 from=\"fate deck\" to=hand cards=[4]"})
                .status,
            0);
  ASSERT_EQ(on(other, {"branch", "cup/1", "--at", "5", "--as", "to-go-on"}).status, 0);
  for (const std::string game : {"cup/1", "what-if"}) {  // later segments
    ASSERT_EQ(on(other, {"rule", game, "--at", "13", "--judge", "Eli", "--claim", "legal(13)"}).status, 0);
  }
  std::string first = gameOf("live");
  first.resize(first.find('\n') + 1);
  ASSERT_EQ(test::run({"record", "--archive", other}, first + R"({"game":"live","note":"x"})"
                                                              "\n")
                .status,
            0);
  const auto there = keptIn(other);
  ASSERT_EQ(there.at("cup/1").leaves.size(), 2U);
  ASSERT_EQ(there.at("live").sealed, 0U);

  const Ran merged = merge();
  EXPECT_EQ(merged.status, 0) << merged.out << merged.err;
  auto here = keptIn(place.archive());
  here.erase("court/7");
  EXPECT_EQ(here, there);
  expectWhole(place.archive());
  EXPECT_EQ(run({"replay", "what-if-2", "--at", "end"}).out, on(other, {"replay", "what-if-2", "--at", "end"}).out);
  for (const std::string game : {"cup/1", "what-if", "what-if-2"}) {
    EXPECT_EQ(run({"export", game}).out, on(other, {"export", game}).out) << game;
    EXPECT_EQ(run({"export", game, "--seat", "P2"}).out, on(other, {"export", game, "--seat", "P2"}).out) << game;
  }
}

TEST_F(Merge, CopiesNoSecretOfTheOtherArchive) {
  takeInto(other, gameOf("cup/1", 3));
  ASSERT_EQ(on(other, {"branch", "cup/1", "--at", "11", "--as", "what-if", "--add", "note \"otherwise\""}).status, 0);
  ASSERT_EQ(merge().status, 0);
  const auto here = Archive::open(place.archive(), Access::read), there = Archive::open(other, Access::read);
  std::set<Secret> theirs, ours;
  const auto add = [](std::set<Secret>& to, const Secrets& secrets) {
    to.insert(secrets.of(0));
    for (const auto& past : secrets.past()) to.insert(past.secret);
  };
  for (const std::string game : {"cup/1", "what-if"}) {
    add(theirs, there.game(game).secrets());
    add(ours, here.game(game).secrets());
  }
  for (const auto& secret : theirs) EXPECT_FALSE(ours.contains(secret));
  EXPECT_EQ(ours.size(), 2U);
}

TEST_F(Merge, ExtendsShorterGamesAndKeepsLongerOnes) {
  ASSERT_NO_FATAL_FAILURE(takeInto(other, gameOf("first")));
  takeInto(place.archive(), gameOf("cup/1", 280));
  handOver(place.archive(), other, "court/7");
  handOver(place.archive(), other, "cup/1");
  ASSERT_EQ(on(other, {"rule", "cup/1", "--at", "13", "--judge", "Eli", "--claim", "legal(13)"}).status, 0);
  ASSERT_LE(on(other, {"rule", "cup/1", "--at", "13", "--judge", "Fay", "--claim", "not legal(13)"}).status, 1);
  ASSERT_EQ(run({"rule", "court/7", "--at", "13", "--judge", "Eli", "--claim", "legal(13)"}).status, 0);
  const auto there = keptIn(other), here = keptIn(place.archive());
  const Ran merged = merge();
  EXPECT_EQ(merged.status, 0) << merged.out;
  EXPECT_HAS(merged.out, "continued  cup/1");
  EXPECT_HAS(merged.out, "longer     court/7");
  const auto after = keptIn(place.archive());
  EXPECT_EQ(after.at("cup/1"), there.at("cup/1"));
  EXPECT_EQ(after.at("court/7"), here.at("court/7"));
  expectWhole(place.archive());
}

TEST_F(Merge, OmitsBranchesOfADifferentGame) {
  takeInto(other, gameOf("court/7"));  // with other salts, so it is another game
  ASSERT_EQ(on(other, {"branch", "court/7", "--at", "11", "--as", "what-if", "--add", "note \"otherwise\""}).status, 0);
  const auto here = keptIn(place.archive());
  const Ran merged = merge();
  EXPECT_EQ(merged.status, 1) << merged.out;
  EXPECT_HAS(merged.out, "different  court/7");
  EXPECT_HAS(merged.out, "different  what-if");
  EXPECT_HAS(merged.out, "it is a branch of court/7");
  EXPECT_EQ(keptIn(place.archive()), here);
}

TEST_F(Merge, ReportsADamagedGameAndCopiesTheOthers) {
  takeInto(other, gameOf("cup/1", 1, "the first"));
  takeInto(other, gameOf("cup/2", 2, "the second"));
  ASSERT_EQ(on(other, {"branch", "cup/1", "--at", "11", "--as", "what-if", "--add", "note \"otherwise\""}).status, 0);
  {
    detail::Database database(other, Access::record);
    auto* events = database.family(detail::Family::events);
    std::string own, others;
    ASSERT_TRUE(database.rocks().Get({}, events, detail::eventsKey(1, 1), &own).ok());
    ASSERT_TRUE(database.rocks().Get({}, events, detail::eventsKey(2, 1), &others).ok());
    others.replace(0, sizeof(Digest), own, 0, sizeof(Digest));
    ASSERT_TRUE(database.rocks().Put({}, events, detail::eventsKey(1, 1), others).ok());
  }
  const Ran merged = merge();
  EXPECT_EQ(merged.status, 3) << merged.out;
  EXPECT_HAS(merged.out, "damaged    cup/1");
  EXPECT_HAS(merged.out, "damaged    what-if");
  EXPECT_HAS(merged.out, "it is a branch of cup/1, which cannot be merged");
  EXPECT_HAS(merged.out, "taken      cup/2");
  const std::string games = run({"games"}).out;
  EXPECT_HAS(games, "2 games");
  expectWhole(place.archive());
}

TEST_F(Merge, RestoresNoErasedName) {
  ASSERT_NO_FATAL_FAILURE(takeInto(other, gameOf("first")));
  handOver(place.archive(), other, "court/7");
  ASSERT_EQ(on(other, {"branch", "court/7", "--at", "11", "--as", "what-if", "--add", "note \"otherwise\""}).status, 0);
  ASSERT_LE(run({"erase-player", "Bastien", "--yes"}).status, 1);
  const auto there = keptIn(other);
  ASSERT_EQ(merge().status, 0);
  const std::string left = run({"games", "--player", "Bastien"}).out;
  EXPECT_HAS(left, "first");  // another game, which has its own salt
  EXPECT_HAS(left, "1 game,");
  EXPECT_EQ(keptIn(place.archive()).at("what-if"), there.at("what-if"));
}

TEST_F(Merge, OfAnArchiveWithItselfIsRefused) {
  EXPECT_EQ(run({"merge", place.archive()}).status, 2);
  EXPECT_EQ(run({"merge", place / "nothing"}).status, 2);
}

TEST_F(Merge, CanBeResumedAfterAKill) {
  std::string games;
  for (int i = 0; i < 300; ++i) games += gameOf("there/" + std::to_string(i), 10);
  takeInto(other, games);
  const auto there = keptIn(other);
  const auto typed =
      std::vector<std::string>{docket::test::docketProgram(), "merge", other, "--archive", place.archive()};
  const pid_t process = ::fork();
  if (process == 0) {
    const int out = ::open((place / "out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    ::dup2(out, STDOUT_FILENO);
    std::vector<char*> words;
    for (const auto& word : typed) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    ::execv(words[0], words.data());
    ::_exit(127);
  }
  // Once the first games are acknowledged, of which 64 share a sync.
  bool ended = false;
  while (!ended && !has(test::textOf(place.archive() + "/ACKNOWLEDGED"), "id there/")) {
    ::usleep(100);
    ended = ::waitpid(process, nullptr, WNOHANG) != 0;
  }
  ASSERT_FALSE(ended) << "it was too fast to be killed";
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
  const auto count = keptIn(place.archive()).size();
  EXPECT_GT(count, 1U);
  EXPECT_LT(count, there.size() + 1) << "it was not killed in the middle";
  for (const auto& [id, kept] : keptIn(place.archive())) {
    if (id == "court/7") continue;
    EXPECT_EQ(kept, there.at(id)) << id;
  }
  const Ran merged = merge();
  EXPECT_EQ(merged.status, 0) << merged.out << merged.err;
  auto here = keptIn(place.archive());
  here.erase("court/7");
  EXPECT_EQ(here, there);
  EXPECT_TRUE(check(place.archive()).whole());
}

}  // namespace
}  // namespace docket::merge_test
