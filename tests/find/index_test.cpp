// The index of docket find follows the records: it never describes an earlier version of a game.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/tools/disputed_game.h"
#include "tests/tools/every_command.h"
#include "tests/tools/game_won_by.h"
#include "tools/find/indexing.h"
#include "tools/find/term_index.h"

namespace docket::find::test::index_test {
namespace {

using docket::test::Ran;

class Index : public docket::test::DisputedGame {
 protected:
  /// The numbers of the games that the index covers, and how many games there are.
  [[nodiscard]] Games covered(IndexLevel level = IndexLevel::table) const {
    return TermIndex(Archive::open(place.archive(), Access::read)).covered(level);
  }
  [[nodiscard]] std::map<std::uint32_t, Digest> heads() const {
    std::map<std::uint32_t, Digest> heads;
    for (const GameEntry& game : Archive::open(place.archive(), Access::read).list()) heads[game.number] = game.head;
    return heads;
  }
};

TEST_F(Index, FollowsTheRecordAndOmitsChangedGames) {
  EXPECT_HAS(run({"find", R"(any(in play, title "No Such"))", "--count"}).out,
             "0 games searched; 1 left out by the index of cards");
  ASSERT_EQ(run({"rule", "court/7", "--at", "13", "--claim", "count(in play) > 0", "--judge", "Femi"}).status, 0);
  // The record went on, so nothing is known of it.
  EXPECT_HAS(run({"find", R"(any(in play, title "No Such"))", "--count"}).out, "1 game searched");
  EXPECT_HAS(run({"find", "--judge", "femi"}).out, "court/7@19");
  const Ran indexed = run({"index"});
  EXPECT_EQ(indexed.status, 0) << indexed.err;
  EXPECT_HAS(indexed.out, "1 game, ");
  EXPECT_EQ(run({"index", "--check"}).out, "the index agrees with the games\n");
  EXPECT_HAS(run({"find", R"(any(in play, title "No Such"))", "--count"}).out, "0 games searched");
}

TEST_F(Index, IsCorrectAfterEachCommand) {
  std::set<std::string> uncovering;
  for (const auto& typed : docket::test::everyCommand(place, "court/7")) {
    if (typed.words.front() == "index") continue;
    ASSERT_EQ(run({"index"}).status, 0);
    const Games before = covered();
    const auto indexed = heads();
    std::vector<std::string> words = typed.words;
    words.insert(words.end(), {"--archive", place.archive()});
    static_cast<void>(docket::test::run(words, typed.input));
    const Games after = covered();
    if (!(before - after).isEmpty()) uncovering.insert(typed.words.front());
    for (const auto& [number, head] : heads()) {
      const auto then = indexed.find(number);
      const bool is_changed = then != indexed.end() && then->second != head;
      EXPECT_FALSE(is_changed && after.contains(number)) << typed.words.front() << " wrote game number " << number;
    }
    EXPECT_EQ(run({"index", "--check"}).status, 0) << typed.words.front() << run({"index", "--check"}).out;
  }
  for (const char* command : {"rule", "record"}) EXPECT_TRUE(uncovering.contains(command)) << command;
}

TEST_F(Index, CoversNoGameThatWasWrittenAfterItWasRead) {
  const auto collect = [&](IndexWriter& collected) {
    GameLoader loader(place.archive());
    ProbeCache probes;
    const OpenGame game = loader.game("court/7");
    collected.add(game.stored().number(), IndexLevel::table, tableTerms(game, probes).value());
    return loader.archive().totals().events;
  };
  ASSERT_EQ(run({"index"}).status, 0);
  ASSERT_EQ(covered(IndexLevel::judged).cardinality(), 1U);
  IndexWriter before, after;
  const std::uint64_t events_before = collect(before);
  ASSERT_EQ(run({"rule", "court/7", "--at", "13", "--claim", "count(in play) > 0", "--judge", "Femi"}).status, 0);
  storeSegment(Archive::open(place.archive(), Access::record), before, events_before);
  EXPECT_TRUE(covered().isEmpty());
  // Terms of one level do not restore those of the other.
  const std::uint64_t events_after = collect(after);
  storeSegment(Archive::open(place.archive(), Access::record), after, events_after);
  EXPECT_EQ(covered().cardinality(), 1U);
  EXPECT_TRUE(covered(IndexLevel::judged).isEmpty());
  EXPECT_HAS(run({"find", "--judge", "femi"}).out, "court/7@19");
}

TEST_F(Index, ThatWasJoinedCoversNoGameThatWasReadBefore) {
  IndexWriter collected;
  const std::uint64_t events = Archive::open(place.archive(), Access::read).totals().events;
  collected.add(1, IndexLevel::table, {});
  ASSERT_EQ(run({"rule", "court/7", "--at", "13", "--claim", "count(in play) > 0", "--judge", "Femi"}).status, 0);
  ASSERT_EQ(run({"index"}).status, 0);
  const Archive recorder = Archive::open(place.archive(), Access::record);
  recorder.derivedStore().putIndex(TermIndex(recorder).joined(7), true);
  EXPECT_EQ(TermIndex(recorder).covered(IndexLevel::judged).cardinality(), 1U);
  storeSegment(recorder, collected, events);
  const std::string act = term(TermKind::act, "rulinggiven");
  EXPECT_TRUE(TermIndex(recorder).with(act).contains(1));
  EXPECT_EQ(TermIndex(recorder).segments(), 1U);
}

TEST_F(Index, WithInvalidBytesExcludesNoGame) {
  const std::vector<std::string> asked{"find", R"(any(in play, title "Steady Guard"))", "--count"};
  EXPECT_HAS(run(asked).out, "1 hit in 1 game");
  {
    const auto archive = Archive::open(place.archive(), Access::record);
    std::vector<DerivedStore::IndexRow> rows;
    archive.derivedStore().forEachIndexRowFrom(
        {}, [&](std::string_view key, std::uint32_t segment, std::string_view bytes) {
          rows.push_back({.key = std::string(key), .segment = segment, .bytes = std::string(bytes)});
          return true;
        });
    ASSERT_GT(rows.size(), 10U);
    for (auto& row : rows) {
      for (std::size_t at = 0; at < row.bytes.size(); at += 3) row.bytes[at] = static_cast<char>(row.bytes[at] ^ 0x5A);
    }
    archive.derivedStore().putIndex(rows, true);
  }
  EXPECT_HAS(run(asked).out, "1 hit in 1 game");
  EXPECT_EQ(run({"index", "--again"}).status, 0);
  EXPECT_EQ(run({"index", "--check"}).status, 0);
}

TEST_F(Index, ExcludesAllGamesWithoutACard) {
  constexpr int kOthers = 20;
  std::string games;
  for (int i = 0; i < kOthers; ++i)
    games += docket::test::gameWonBy("open/" + std::to_string(i), 1, R"({"name":"A"},{"name":"B"})");
  ASSERT_EQ(run({"import", place.file("others.jsonl", games)}).status, 0);
  for (const auto& asked : std::vector<std::vector<std::string>>{
           {"--card", "Iron Blade"}, {R"(any(in anywhere, title "Iron Blade"))"}, {"--act", "cardAttached"}}) {
    std::vector<std::string> words{"find", "--count"};
    words.insert(words.end(), asked.begin(), asked.end());
    EXPECT_HAS(run(words).out, "; 1 game searched; 20 left out by the index of ");
  }
  // Other filters choose among the remaining games.
  EXPECT_HAS(run({"find", "--card", "Iron Blade", "--player", "aik", "--count"}).out, "1 game searched");
  EXPECT_HAS(run({"find", "--card", "Iron Blade", "--round", "3", "--count"}).out, "0 games searched");
  EXPECT_HAS(run({"find", "--card", "Iron Blade", "--player", "aikko", "--count"}).err, R"(did you mean "Aiko"?)");
}

}  // namespace
}  // namespace docket::find::test::index_test
