// A hall and an archive with a broker between them that loses, repeats and reorders, and with crashes of both: the
// resulting archive, and the answer to each unusual message.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/relay/hall_and_archive.h"
#include "tests/relay/memory_broker.h"
#include "tests/tools/run.h"

namespace docket::relay_test {
namespace {

using docket::test::Dice;
using docket::test::expectSameRecord;
using docket::test::MemoryBroker;
using docket::test::otherHallKey;
using docket::test::settle;
using docket::test::TempDirectory;
using docket::test::TestArchive;
using docket::test::TestHall;
using relay::Time;

constexpr const char* kParagon = "l5r-paragon.jsonl";
constexpr const char* kParagonCards = "l5r-celestial.json";
constexpr const char* kDuel = "yugioh-use-or-activate.jsonl";
constexpr const char* kDuelCards = "yugioh.json";

/// Both sides, with no trouble.
struct Both {
  TempDirectory place;
  MemoryBroker broker{1};
  TestHall hall{place / "hall", broker};
  TestArchive archive{place / "circuit", broker};
  Time now{0};

  void settle() { docket::test::settle(hall, archive, now); }
  void recordAll(const std::string& id) {
    while (hall.record(id)) continue;
  }
};

TEST(Relay, CarriesAGameWithItsDocumentsHiddenValuesAndSegments) {
  Both both;
  both.hall.begin("final", kDuel, kDuelCards);
  both.recordAll("final");
  both.hall.seal("final");
  both.settle();
  expectSameRecord(both.hall.archive(), both.archive.archive(), "final");
  EXPECT_EQ(both.archive.archive().game("final").hall(), "hall-3");
  EXPECT_EQ(both.hall.archive().game("final").hall(), "");
  EXPECT_TRUE(both.hall.relaySide().unkept().empty());
  both.hall.end();
  both.archive.end();
  const auto verdict = docket::test::run({"verify", "final", "--archive", both.place / "circuit"});
  EXPECT_EQ(verdict.out, docket::test::run({"verify", "final", "--archive", both.place / "hall"}).out);
}

TEST(Relay, ShowsOnlyReceiptedEventsAsKept) {
  Both both;
  both.hall.begin("final", kDuel, kDuelCards);
  both.recordAll("final");
  both.hall.step(Time{1});
  both.hall.step(Time{2});
  ASSERT_EQ(both.hall.relaySide().unkept().size(), 1U);
  const auto sent = both.hall.relaySide().unkept().front();
  EXPECT_EQ(sent.kept.count, 0U);
  EXPECT_EQ(sent.sent, sent.recorded);
  both.settle();
  EXPECT_EQ(both.hall.seen.back().kept, sent.recorded);
}

TEST(Relay, ResumesFromTheLastReceiptAfterADay) {
  Both both;
  both.hall.begin("final", kDuel, kDuelCards);
  for (int i = 0; i < 10; ++i) both.hall.record("final");
  both.settle();
  both.hall.end();
  both.now += Time{86'400'000};
  const auto before = both.broker.published;
  both.recordAll("final");
  both.settle();
  expectSameRecord(both.hall.archive(), both.archive.archive(), "final");
  EXPECT_LT(both.broker.published - before, 10U);
  both.hall.end();
  both.hall.open();
  both.settle();
  EXPECT_TRUE(both.hall.relaySide().unkept().empty()) << "the stored receipt is enough";
}

TEST(Relay, KeepsEachGameOnceAndInOrderDespiteFaults) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    TempDirectory place;
    MemoryBroker broker(seed);
    TestHall hall(place / "hall", broker);
    TestArchive archive(place / "circuit", broker);
    hall.begin("final", kDuel, kDuelCards);
    hall.begin("cup/1", kParagon, kParagonCards);
    broker.trouble = 5;
    Dice dice(seed);
    Time now{0};
    for (int i = 0; i < 150; ++i) {
      now += Time{dice.upTo(4'000)};
      const std::string id = dice.one(2) ? "final" : "cup/1";
      switch (dice.upTo(9)) {
        case 0:
        case 1:
        case 2:
          hall.record(id);
          break;
        case 3:
          if (dice.one(8)) hall.seal(id);
          break;
        case 4:
        case 5:
          hall.step(now);
          break;
        case 6:
        case 7:
          archive.step(dice.one(5));
          break;
        case 8:
          if (dice.one(6)) hall.end();
          break;
        default:
          hall.breakConnection();
      }
    }
    for (const char* const id : {"final", "cup/1"}) {
      while (hall.record(id)) continue;
      hall.seal(id);
    }
    broker.trouble = 0;
    settle(hall, archive, now);
    for (const char* const id : {"final", "cup/1"}) expectSameRecord(hall.archive(), archive.archive(), id);
    EXPECT_TRUE(hall.relaySide().unkept().empty());
    for (const auto& one : archive.received) EXPECT_TRUE(one.is_signed) << one.why;
  }
}

TEST(Relay, RefusesAnotherGameUnderTheSameId) {
  Both both;
  both.hall.begin("final", kDuel, kDuelCards);
  both.recordAll("final");
  both.settle();
  const auto kept = both.archive.archive().game("final").head();
  TestHall other(both.place / "other", both.broker, otherHallKey());
  other.begin("final", kParagon, kParagonCards);
  other.begin("beside", kParagon, kParagonCards);
  while (other.record("final")) continue;
  while (other.record("beside")) continue;
  settle(other, both.archive, both.now);
  ASSERT_EQ(other.relaySide().unkept().size(), 1U) << "the other game continued";
  EXPECT_HAS(other.relaySide().unkept().front().stuck, "the archive has a different game final");
  EXPECT_EQ(both.archive.archive().game("final").head(), kept);
  expectSameRecord(other.archive(), both.archive.archive(), "beside");
}

TEST(Relay, RefusesARulingAtTheArchiveWhileTheHallRecords) {
  Both both;
  both.hall.begin("final", kDuel, kDuelCards);
  for (int i = 0; i < 20; ++i) both.hall.record("final");
  both.settle();
  both.archive.end();
  const std::vector<std::string> ruling{"rule",      "final",
                                        "--at",      "20",
                                        "--claim",   "count(in play) > 0",
                                        "--judge",   "Hana",
                                        "--archive", both.place / "circuit"};
  const auto refused = docket::test::run(ruling);
  EXPECT_EQ(refused.status, 2) << refused.out;
  EXPECT_HAS(refused.err, "the hall hall-3 is still recording it");
  both.recordAll("final");
  both.hall.seal("final");
  both.settle();
  both.archive.end();
  const auto taken = docket::test::run(ruling);
  EXPECT_LE(taken.status, 1) << taken.err;
  // An appeal at the hall does not continue the ruling at the archive: both stay, and the hall is notified.
  both.hall.line("final", R"({"note":"an appeal at the hall"})");
  both.settle();
  ASSERT_EQ(both.hall.relaySide().unkept().size(), 1U);
  EXPECT_HAS(both.hall.relaySide().unkept().front().stuck, "diverges before");
}

TEST(Relay, SendsAgainWhatTheArchiveLostWithItsDisk) {
  Both both;
  both.hall.begin("final", kDuel, kDuelCards);
  for (int i = 0; i < 20; ++i) both.hall.record("final");
  both.settle();
  both.archive.end();
  std::filesystem::remove_all(both.place / "circuit");
  both.recordAll("final");
  both.settle();
  expectSameRecord(both.hall.archive(), both.archive.archive(), "final");
}

TEST(Relay, ReportsThatTheHallLostEventsIfTheArchiveHasMore) {
  Both both;
  both.hall.begin("final", kDuel, kDuelCards);
  for (int i = 0; i < 10; ++i) both.hall.record("final");
  both.settle();
  both.hall.end();
  std::filesystem::copy(both.place / "hall", both.place / "copy", std::filesystem::copy_options::recursive);
  both.recordAll("final");
  both.settle();
  TestHall restored(both.place / "copy", both.broker);
  restored.open();
  restored.seal("final");
  settle(restored, both.archive, both.now);
  ASSERT_EQ(restored.relaySide().unkept().size(), 1U);
  EXPECT_HAS(restored.relaySide().unkept().front().stuck, "and this hall has 10");
}

TEST(Relay, LeavesBranchesAndReplacementsToMerging) {
  Both both;
  both.hall.begin("final", kDuel, kDuelCards);
  both.recordAll("final");
  both.hall.seal("final");
  both.hall.end();
  ASSERT_LE(docket::test::run(
                {"branch", "final", "--at", "13", "--add", "note \"otherwise\"", "--archive", both.place / "hall"})
                .status,
            1);
  both.settle();
  EXPECT_EQ(both.archive.archive().totals().games, 1U);
}

}  // namespace
}  // namespace docket::relay_test
