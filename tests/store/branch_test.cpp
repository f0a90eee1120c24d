// Branches in the archive: shared events are stored once, whatever happens to the disk or the process.
#include <gtest/gtest.h>

#include "events/errors.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "store/database.h"
#include "store/database_options.h"
#include "store/format.h"
#include "store/game_reader.h"
#include "tests/expect_error.h"
#include "tests/store/games.h"

namespace docket::test::branch_test {
namespace {

namespace fs = std::filesystem;

/// A branch of a made game: its own events are those of another made game, so that a test can distinguish them.
struct MadeBranch {
  MadeGame own;
  std::string parent;
  std::uint32_t at;

  MadeBranch(const std::string& id, std::string of, std::uint32_t after, std::uint32_t count)
      : own(id, count), parent(std::move(of)), at(after) {
    own.recording.header().setSource("branch");
    const auto head = headOf(parent, at);
    own.recording.header().setSourceDigest(capnp::Data::Reader(head.data(), head.size()));
  }
  void store(Archive& archive, std::uint8_t account = 0) const {
    const auto events = own.events(at + 1, own.recording.size());
    archive.branch({.game = own.begins(),
                    .parent = parent,
                    .at = at,
                    .head_at = headOf(own.id, at),
                    .account = account,
                    .events = events});
  }
};

/// Expects events from..to of a stored game to be those of the made game `id`.
void expectEventsOf(const Game& stored, const std::string& id, std::uint32_t from, std::uint32_t to) {
  std::uint32_t expected = from;
  stored.forEach(from, to, [&](std::uint32_t number, schema::Event::Reader event) {
    ASSERT_EQ(number, expected++);
    if (number % 7 == 0)
      EXPECT_EQ(std::string(event.getNote().cStr()), fmt::format("note {} of {}", number, id));
    else
      EXPECT_EQ(event.getValueChanged().getAmount(), number);
  });
  EXPECT_EQ(expected, to + 1) << stored.id();
}

std::uintmax_t bytesOf(const fs::path& archive) {
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(archive))
    if (entry.is_regular_file() && entry.path().extension() == ".sst") bytes += entry.file_size();
  return bytes;
}

TEST(Branch, HasItsParentsEventsAndThenItsOwn) {
  for (const std::uint32_t at : {0U, 1U, 255U, 256U, 257U, 300U, 511U, 700U}) {
    const TempDirectory directory;
    auto archive = Archive::open(directory / "a", Access::create);
    archive.import(MadeGame("g", 700).imported());
    const MadeBranch made("b", "g", at, at + 400);
    made.store(archive, 2);
    const auto game = archive.game("b");
    EXPECT_EQ(game.count(), at + 400);
    EXPECT_EQ(game.shared(), at);
    expectEventsOf(game, "g", 1, at);
    expectEventsOf(game, "b", at + 1, at + 400);
    EXPECT_EQ(game.head(), headOf("b", at + 400));
    EXPECT_EQ(game.headAt(at == 0 ? 256 : (at / 256 + 1) * 256), headOf("b", at == 0 ? 256 : (at / 256 + 1) * 256));
    const auto point = game.branchPoint();
    ASSERT_TRUE(point);
    EXPECT_EQ(point->parent, "g");
    EXPECT_EQ(point->at, at);
    EXPECT_EQ(point->account, 2);
    expectStored(archive.game("g"), 700);
  }
}

TEST(Branch, WithoutOwnEventsEndsAtItsStart) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  archive.import(MadeGame("g", 700).imported());
  MadeBranch("b", "g", 300, 300).store(archive);
  const auto game = archive.game("b");
  EXPECT_EQ(game.count(), 300U);
  EXPECT_EQ(game.head(), headOf("b", 300));
  expectEventsOf(game, "g", 1, 300);
  EXPECT_FALSE(archive.seal("b"));
}

TEST(Branch, IsContinuedAndSealedLikeAnyGame) {
  const TempDirectory directory;
  MadeBranch made("b", "g", 300, 305);
  {
    auto archive = Archive::open(directory / "a", Access::create);
    archive.import(MadeGame("g", 700).imported());
    made.store(archive);
    while (made.own.recording.size() < 800) made.own.add();
    appendTo(archive, made.own, 306, 800);
    EXPECT_TRUE(archive.seal("b"));
  }
  const auto archive = Archive::open(directory / "a", Access::read);
  expectEventsOf(archive.game("b"), "g", 1, 300);
  expectEventsOf(archive.game("b"), "b", 301, 800);
  EXPECT_EQ(archive.game("b").segments().size(), 2U);
  EXPECT_TRUE(check(directory / "a").whole());
}

TEST(Branch, OfABranchReadsThroughBoth) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  archive.import(MadeGame("g", 700).imported());
  MadeBranch("b", "g", 300, 500).store(archive);
  MadeBranch("late", "b", 400, 450).store(archive);
  MadeBranch("early", "b", 200, 250).store(archive);
  const auto late = archive.game("late");
  expectEventsOf(late, "g", 1, 300);
  expectEventsOf(late, "b", 301, 400);
  expectEventsOf(late, "late", 401, 450);
  const auto early = archive.game("early");
  expectEventsOf(early, "g", 1, 200);
  expectEventsOf(early, "early", 201, 250);
  EXPECT_EQ(early.branchPoint()->parent, "b");
  const auto of_g = archive.branchesOf("g");
  ASSERT_EQ(of_g.size(), 1U);
  EXPECT_EQ(of_g[0].id, "b");
  const auto of_b = archive.branchesOf("b");
  ASSERT_EQ(of_b.size(), 2U);
  EXPECT_EQ(of_b[0].id, "early");
  EXPECT_EQ(of_b[1].parted_at, 400U);
  EXPECT_TRUE(check(directory / "a").whole());
}

TEST(Branch, IsUnaffectedWhenItsParentContinues) {
  const TempDirectory directory;
  MadeGame game("g", 700);
  auto archive = Archive::open(directory / "a", Access::create);
  archive.begin(game.begins());
  for (std::uint32_t number = 1; number <= 300; ++number) archive.append("g", game.event(number));
  MadeBranch("b", "g", 290, 320).store(archive);
  const auto opened = archive.game("b");
  appendTo(archive, game, 301, 700);
  EXPECT_TRUE(archive.seal("g"));
  for (const auto* branch : {&opened}) expectEventsOf(*branch, "g", 1, 290);
  const auto again = archive.game("b");
  expectEventsOf(again, "g", 1, 290);
  expectEventsOf(again, "b", 291, 320);
}

TEST(Branch, HasItsOwnSecretAndItsParentsForSharedEvents) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  archive.import(MadeGame("g", 700).imported());
  MadeBranch("b", "g", 300, 310).store(archive);
  MadeBranch("c", "b", 305, 310).store(archive);
  const auto parent = archive.game("g").secrets().of(0);
  const auto middle = archive.game("b").secrets().of(0);
  const auto own = archive.game("c").secrets().of(0);
  EXPECT_NE(parent, middle);
  const auto secrets = archive.game("c").secrets();
  EXPECT_EQ(secrets.of(0), own);
  EXPECT_EQ(secrets.of(1), parent);
  EXPECT_EQ(secrets.of(300), parent);
  EXPECT_EQ(secrets.of(301), middle);
  EXPECT_EQ(secrets.of(305), middle);
  EXPECT_EQ(secrets.of(306), own);
}

TEST(Branch, IsIncludedInAPassOverAllGames) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  archive.import(MadeGame("g", 700).imported());
  MadeBranch("b", "g", 300, 310).store(archive);
  archive.import(MadeGame("h", 20).imported());
  MadeBranch("c", "b", 305, 305).store(archive);
  std::map<std::string, std::uint32_t> read;
  archive.forEachGame([&](Game& game) {
    game.forEach([&](std::uint32_t, schema::Event::Reader) { ++read[std::string(game.id())]; });
    return true;
  });
  EXPECT_EQ(read, (std::map<std::string, std::uint32_t>{{"g", 700}, {"b", 310}, {"h", 20}, {"c", 305}}));
  EXPECT_EQ(archive.totals().events, 730U);
  EXPECT_EQ(archive.list().size(), 4U);
}

TEST(Branch, OfALongGameStoresOnlyItsOwnEvents) {
  const TempDirectory directory;
  {
    auto archive = Archive::open(directory / "a", Access::create);
    archive.import(MadeGame("g", 30'000).imported());
  }
  const auto before = bytesOf(directory / "a");
  {
    auto archive = Archive::open(directory / "a", Access::record);
    MadeBranch("b", "g", 29'990, 30'000).store(archive);
  }
  const auto after = bytesOf(directory / "a");
  const auto grown = after - before;
  RecordProperty("bytes of a game of 30000 events", std::to_string(before));
  RecordProperty("bytes of a branch with 10 events", std::to_string(grown));
  EXPECT_GT(before, 20'000U);
  EXPECT_LT(grown, 10'000U);
  EXPECT_EQ(Archive::open(directory / "a", Access::read).totals().events, 30'010U);
}

TEST(Branch, UsesTheKeyframesOfSharedEvents) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  archive.import(MadeGame("g", 700).imported());
  MadeBranch("b", "g", 300, 600).store(archive);
  const Digest tag = headOf("tag", 1);
  auto keyframes = archive.derivedStore();
  const std::uint8_t bytes[] = {'x'};
  for (const std::uint32_t number : {100U, 200U, 400U}) keyframes.put(archive.game("g"), tag, number, bytes);
  keyframes.put(archive.game("b"), tag, 500, bytes);
  const auto nearest = [&](std::uint32_t at) {
    const auto found = keyframes.nearest(archive.game("b"), tag, at);
    return found ? found->number : 0;
  };
  EXPECT_EQ(nearest(99), 0U);
  EXPECT_EQ(nearest(150), 100U);
  EXPECT_EQ(nearest(450), 200U);
  EXPECT_EQ(nearest(600), 500U);
  const auto summary = keyframes.summary(archive.game("b"), tag);
  EXPECT_EQ(summary.keyframes_at, (std::vector<std::uint32_t>{100, 200, 500}));
}

TEST(GameReader, OpensTheGamesOfTheArchive) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  for (const std::string id : {"g", "h", "i"}) archive.import(MadeGame(id, 700).imported());
  MadeBranch("b", "g", 300, 600).store(archive);
  GameReaders readers(archive);
  auto reader = readers.take();
  for (const GameEntry& entry : archive.list()) {
    const Game game = reader->open(entry.number), same = archive.game(entry.id);
    EXPECT_EQ(game.id(), entry.id);
    EXPECT_EQ(game.number(), same.number());
    EXPECT_EQ(game.count(), same.count());
    EXPECT_EQ(game.head(), same.head());
    EXPECT_EQ(game.shared(), same.shared());
    EXPECT_EQ(game.secrets().of(1), same.secrets().of(1));
    EXPECT_EQ(game.secrets().of(game.count()), same.secrets().of(game.count()));
    const HeldEvent last = game.event(game.count()), same_last = same.event(same.count());
    EXPECT_EQ(last->totalSize().wordCount, same_last->totalSize().wordCount);
  }
  const auto listed = archive.list();
  EveryGame every(archive);
  for (int pass = 0; pass < 2; ++pass) {
    for (const GameEntry& entry : listed) {
      const auto next = every.next();
      ASSERT_TRUE(next);
      EXPECT_EQ(next->id, entry.id);
      EXPECT_EQ(next->number, entry.number);
    }
    EXPECT_FALSE(every.next());
    every.beginAgain();
  }
  expectError<DamagedArchive>([&] { static_cast<void>(reader->open(5)); }, "game number 5");
  reader.reset();
  EXPECT_EQ(readers.take()->open(2).id(), "h");
}

TEST(Branch, IsRefusedAtAnInvalidPoint) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  archive.import(MadeGame("g", 700).imported());
  expectError<BadInput>([&] { MadeBranch("b", "g", 701, 702).store(archive); }, "has 700 events");
  expectError<BadInput>([&] { MadeBranch("b", "none", 1, 2).store(archive); }, "there is no game none");
  expectError<BadInput>([&] { MadeBranch("g", "g", 1, 2).store(archive); }, "there is already a game g");
  const MadeBranch made("b", "g", 300, 310);
  const auto gap = made.own.events(303, 310);
  expectError<BadInput>(
      [&] {
        archive.branch(
            {.game = made.own.begins(), .parent = "g", .at = 300, .head_at = headOf("b", 300), .events = gap});
      },
      "expected event 301 next, found event 303");
  EXPECT_FALSE(archive.find("b"));
}

TEST(Branch, SurvivesAKilledRecorder) {
  const TempDirectory directory;
  {
    auto archive = Archive::open(directory / "a", Access::create);
    archive.import(MadeGame("g", 700).imported());
  }
  {
    auto archive = Archive::open(directory / "a", Access::record);
    MadeBranch("b", "g", 300, 400).store(archive);
    fs::copy(directory / "a", directory / "killed", fs::copy_options::recursive);
  }
  const auto archive = Archive::open(directory / "killed", Access::record);
  expectEventsOf(archive.game("b"), "g", 1, 300);
  expectEventsOf(archive.game("b"), "b", 301, 400);
}

TEST(Branch, NamesItselfAndItsParentIfASharedEventIsLost) {
  const TempDirectory directory;
  {
    auto archive = Archive::open(directory / "a", Access::create);
    archive.import(MadeGame("g", 700).imported());
    MadeBranch("b", "g", 300, 400).store(archive);
    MadeBranch("early", "g", 200, 210).store(archive);
  }
  {
    rocksdb::DB* opened = nullptr;
    std::vector<rocksdb::ColumnFamilyHandle*> families;
    ASSERT_TRUE(rocksdb::DB::Open(detail::databaseOptions(rocksdb::Env::Default()),
                                  detail::databasePath(directory / "a").string(), detail::columnFamilies(), &families,
                                  &opened)
                    .ok());
    const std::unique_ptr<rocksdb::DB> rocks(opened);
    auto* events = families[static_cast<std::size_t>(detail::Family::events)];
    EXPECT_TRUE(rocks->Delete({}, events, detail::eventsKey(1, 257)).ok());
    for (auto* family : families) (void)rocks->DestroyColumnFamilyHandle(family);
  }
  const auto archive = Archive::open(directory / "a", Access::read);
  expectError<DamagedArchive>([&] { archive.game("b").forEach([](auto, auto) {}); }, "game b, a branch of g:");
  expectEventsOf(archive.game("b"), "b", 301, 400);
  expectEventsOf(archive.game("early"), "g", 1, 200);
  const auto report = check(directory / "a");
  ASSERT_EQ(report.damages.size(), 2U);
  EXPECT_EQ(report.damages[0].game, "g");
  EXPECT_EQ(report.damages[1].game, "b");
  EXPECT_EQ(report.damages[1].first_bad, 257U);
}

TEST(Branch, IsDamagedIfItsParentsHeadChanged) {
  const TempDirectory directory;
  {
    auto archive = Archive::open(directory / "a", Access::create);
    archive.import(MadeGame("g", 700).imported());
    const MadeBranch made("b", "g", 300, 400);
    made.store(archive);
    // A branch whose parent no longer has the head that it parted from.
    MadeBranch other("c", "g", 256, 260);
    const auto wrong = headOf("another", 256);
    other.own.recording.header().setSourceDigest(capnp::Data::Reader(wrong.data(), wrong.size()));
    other.store(archive);
  }
  const auto report = check(directory / "a");
  ASSERT_EQ(report.damages.size(), 1U);
  EXPECT_EQ(report.damages[0].game, "c");
  EXPECT_NE(report.damages[0].what.find("the head of game g at that event"), std::string::npos)
      << report.damages[0].what;
}

}  // namespace
}  // namespace docket::test::branch_test
