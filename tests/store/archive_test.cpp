// The archive's interface: games are begun, appended to, sealed, imported and read again.
#include "store/archive.h"

#include <gtest/gtest.h>

#include <rocksdb/env.h>

#include <stdexcept>

#include "events/errors.h"
#include "tests/expect_error.h"
#include "tests/store/games.h"

namespace docket::test::archive_test {
namespace {

TEST(Archive, IsCreatedInANewDirectoryAndReopened) {
  const TempDirectory directory;
  {
    const auto archive = Archive::open(directory / "a", Access::create);
    EXPECT_TRUE(archive.records());
    EXPECT_EQ(archive.totals().games, 0U);
  }
  EXPECT_FALSE(Archive::open(directory / "a", Access::read).records());
  EXPECT_TRUE(Archive::open(directory / "a", Access::record).records());
}

TEST(Archive, ReportsWhyItCannotBeOpened) {
  const TempDirectory directory;
  std::filesystem::create_directory(directory / "empty");
  std::filesystem::create_directories(directory / "other/x");
  const auto archive = Archive::open(directory / "a", Access::create);
  std::filesystem::create_directory(directory / "newer");
  rocksdb::WriteStringToFile(rocksdb::Env::Default(), "docket archive, format 4\n", directory / "newer/ARCHIVE");
  for (const auto access : {Access::read, Access::record}) {
    expectError<BadInput>([&] { Archive::open(directory / "none", access); }, "there is no archive here");
    expectError<BadInput>([&] { Archive::open(directory / "empty", access); }, "there is no archive here");
    expectError<BadInput>([&] { Archive::open(directory / "newer", access); }, "has format 4");
  }
  expectError<BadInput>([&] { Archive::open(directory / "a", Access::create); }, "an archive here already");
  expectError<BadInput>([&] { Archive::open(directory / "other", Access::create); }, "a new or an empty one");
  expectError<EnvironmentError>([&] { Archive::open(directory / "a", Access::record); },
                                "another process is recording");
}

TEST(Archive, KeepsALiveGameEventByEvent) {
  const TempDirectory directory;
  MadeGame game("cup/r1/t4", 600);
  {
    auto archive = Archive::open(directory / "a", Access::create);
    archive.begin(game.begins());
    expectStored(archive.game(game.id), 0);
    for (std::uint32_t number = 1; number <= 10; ++number) archive.append(game.id, game.event(number));
    expectStored(archive.game(game.id), 10);
    appendTo(archive, game, 11, 600);
    expectStored(archive.game(game.id), 600);
    EXPECT_EQ(archive.game(game.id).headAt(256), headOf(game.id, 256));
    EXPECT_EQ(archive.game(game.id).headAt(300), std::nullopt);
    EXPECT_EQ(archive.game(game.id).sealed(), 0U);
  }
  const auto archive = Archive::open(directory / "a", Access::read);
  expectStored(archive.game(game.id), 600);
}

TEST(Archive, SealsAGameAndItsLaterSegments) {
  const TempDirectory directory;
  MadeGame game("g", 900);
  auto archive = Archive::open(directory / "a", Access::create);
  archive.begin(game.begins());
  for (std::uint32_t number = 1; number <= 300; ++number) archive.append("g", game.event(number));
  const auto before = archive.game("g");
  EXPECT_TRUE(archive.seal("g"));
  EXPECT_FALSE(archive.seal("g"));
  expectStored(before, 300);  // a game that was opened before stays readable
  expectStored(archive.game("g"), 300);
  EXPECT_EQ(archive.game("g").sealed(), 300U);
  appendTo(archive, game, 301, 302);
  EXPECT_EQ(archive.game("g").sealed(), 300U);
  appendTo(archive, game, 303, 900);
  expectStored(archive.game("g"), 900);
  EXPECT_TRUE(archive.seal("g"));
  const auto sealed = archive.game("g");
  expectStored(sealed, 900);
  const auto segments = sealed.segments();
  ASSERT_EQ(segments.size(), 2U);
  EXPECT_EQ(segments[0].last, 300U);
  EXPECT_EQ(segments[0].head, headOf("g", 300));
  EXPECT_EQ(segments[1].last, 900U);
  for (const std::uint32_t end : {0U, 256U, 300U, 512U, 768U, 900U})
    EXPECT_EQ(sealed.headAt(end), headOf("g", end)) << end;
  EXPECT_EQ(sealed.headAt(257), std::nullopt);
}

TEST(Archive, RefusesEventsThatDoNotFollow) {
  const TempDirectory directory;
  MadeGame game("g", 20);
  MadeGame other("other", 20);
  auto archive = Archive::open(directory / "a", Access::create);
  archive.begin(game.begins());
  archive.begin(other.begins());
  appendTo(archive, game, 1, 3);
  expectError<BadInput>([&] { archive.begin(game.begins()); }, "there is already a game g");
  expectError<BadInput>([&] { archive.import(game.imported()); }, "there is already a game g");
  expectError<BadInput>([&] { archive.append("g", game.event(3)); }, "expected event 4 next, found event 3");
  expectError<BadInput>([&] { archive.append("g", game.event(5)); }, "expected event 4 next, found event 5");
  expectError<BadInput>([&] { archive.append("h", game.event(1)); }, "there is no game h");
  expectError<BadInput>([&] { archive.seal("h"); }, "there is no game h");
  expectError<BadInput>([&] { (void)archive.game("othr"); }, "did you mean \"other\"?");
  // of an append to two games, the second one wrong, nothing is added to the first
  const auto right = other.events(1, 2);
  const auto wrong = game.events(9, 10);
  const std::vector<NewEvents> both{{.game = "other", .events = right}, {.game = "g", .events = wrong}};
  expectError<BadInput>([&] { archive.append(both); }, "expected event 4 next, found event 9");
  expectStored(archive.game("other"), 0);
  appendTo(archive, game, 4, 20);
  expectStored(archive.game("g"), 20);
}

TEST(Archive, AssignsEachGameToOneShare) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  std::vector<MadeGame> games;
  for (int i = 0; i < 70; ++i) games.emplace_back(fmt::format("g{}", i), i % 3 == 0 ? 300U : 2U);
  for (const MadeGame& game : games) archive.import(game.imported());
  for (const std::uint32_t of : {1U, 2U, 3U, 5U, 100U}) {
    std::multiset<std::string> seen;
    for (std::uint32_t part = 0; part < of; ++part) {
      archive.forEachGame(
          [&](Game& game) {
            std::uint32_t events = 0;
            game.forEach([&](std::uint32_t, schema::Event::Reader) { ++events; });
            EXPECT_EQ(events, game.count());
            seen.emplace(game.id());
            return true;
          },
          {.part = part, .of = of});
    }
    EXPECT_EQ(seen.size(), games.size()) << of;
    EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), games.size()) << of;
  }
}

TEST(Archive, RefusesIdsThatAreNotNames) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  for (const std::string& id : {std::string(), std::string("a b"), std::string("ä"), std::string(129, 'x')}) {
    MadeGame game(id, 1);
    expectError<BadInput>([&] { archive.begin(game.begins()); }, "is not a game id");
    expectError<BadInput>([&] { archive.import(game.imported()); }, "is not a game id");
  }
  MadeGame longest(std::string(128, 'x'), 1);
  archive.import(longest.imported());
  EXPECT_EQ(archive.totals().games, 1U);
}

TEST(Archive, RefusesAnEventThatIsTooLarge) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  MadeGame game("g", 1);
  game.recording.add(
      [](schema::Event::Builder event) { event.setNote(std::string(Archive::kMaxEventBytes + 1, 'x')); });
  game.heads = {headOf("g", 2)};
  expectError<BadInput>([&] { archive.import(game.imported()); }, "game g, event 2");
  EXPECT_EQ(archive.totals().games, 0U);
}

TEST(Archive, ImportsAGameWhollyOrNotAtAll) {
  const TempDirectory directory;
  std::vector<MadeGame> games;
  for (const std::uint32_t count : {0U, 1U, 255U, 256U, 257U, 1000U})
    games.emplace_back(fmt::format("g{}", count), count);
  auto archive = Archive::open(directory / "a", Access::create);
  archive.import(games[3].imported());
  std::vector<ImportedGame> all;
  for (const auto& game : games) all.push_back(game.imported());
  expectError<BadInput>([&] { archive.import(all); }, "there is already a game g256");
  EXPECT_EQ(archive.totals().games, 1U);
  all.erase(all.begin() + 3);
  archive.import(all);
  EXPECT_EQ(archive.totals().games, 6U);
  EXPECT_EQ(archive.totals().events, 0U + 1 + 255 + 256 + 257 + 1000);
  for (const auto& game : games) {
    expectStored(archive.game(game.id), game.recording.size());
    EXPECT_EQ(archive.game(game.id).sealed(), game.recording.size());
  }
}

TEST(Archive, RequiresAHeadForEachBlockOfAnImport) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  MadeGame game("g", 300);
  game.heads.pop_back();
  expectError<BadInput>([&] { archive.import(game.imported()); }, "1 heads for 300 events");
}

TEST(Archive, ReadsFromAnywhereToAnywhere) {
  const TempDirectory directory;
  MadeGame game("g", 700);
  auto archive = Archive::open(directory / "a", Access::create);
  archive.import(game.imported());
  const auto stored = archive.game("g");
  for (const auto& [from, to] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
           {1, 700}, {256, 257}, {257, 257}, {512, 700}, {700, 9999}, {0, 1}, {5, 4}, {701, 800}}) {
    const auto begin = std::max(from, 1U);
    std::uint32_t next = begin;
    stored.forEach(from, to, [&](std::uint32_t number, schema::Event::Reader) { EXPECT_EQ(number, next++); });
    EXPECT_EQ(next - begin, begin > std::min(to, 700U) ? 0 : std::min(to, 700U) - begin + 1) << from << ".." << to;
  }
  std::uint32_t seen = 0;
  stored.forEach(1, 700, [&](std::uint32_t, schema::Event::Reader) { return ++seen < 300; });
  EXPECT_EQ(seen, 300U);
  EXPECT_EQ((*stored.event(699)).getValueChanged().getAmount(), 699);
  EXPECT_THROW((void)stored.event(701), std::out_of_range);
  EXPECT_THROW((void)stored.event(0), std::out_of_range);
}

// Under the address sanitizer this also shows that nothing is read which was given back.
TEST(Archive, KeepsAnEventAliveWhileItIsHeld) {
  const TempDirectory directory;
  MadeGame game("g", 700);
  std::vector<HeldEvent> held;
  {
    auto archive = Archive::open(directory / "a", Access::create);
    archive.import(game.imported());
    const auto stored = archive.game("g");
    held.push_back(stored.event(1));
    held.push_back(stored.event(600));  // of another row
    std::uint32_t next = 1;
    stored.forEach([&](std::uint32_t number, const HeldEvent& event) {
      ASSERT_EQ(number, next++);
      if (number % 100 == 0) held.push_back(event);
      const HeldEvent other = stored.event(701 - number);  // of another row, nearly always
      ASSERT_TRUE(capnp::AnyStruct::Reader(*event) == capnp::AnyStruct::Reader(*game.recording.event(number)));
      ASSERT_TRUE(capnp::AnyStruct::Reader(*other) == capnp::AnyStruct::Reader(*game.recording.event(701 - number)));
    });
    EXPECT_EQ(next, 701U);
    std::optional<Game> kept;
    archive.forEachGame([&](Game& of) {
      kept = std::move(of);
      return true;
    });
    ASSERT_TRUE(kept.has_value());
    held.push_back(kept->event(300));
    appendTo(archive, MadeGame("g", 705), 701, 705);
    ASSERT_TRUE(archive.seal("g"));
  }
  const std::vector<std::uint32_t> numbers{1, 600, 100, 200, 300, 400, 500, 600, 700, 300};
  ASSERT_EQ(held.size(), numbers.size());
  for (std::size_t i = 0; i < held.size(); ++i) {
    EXPECT_TRUE(capnp::AnyStruct::Reader(*held[i]) == capnp::AnyStruct::Reader(*game.recording.event(numbers[i])))
        << "event " << numbers[i];
  }
}

TEST(Archive, ReadsAGameAnyNumberOfTimes) {
  const TempDirectory directory;
  MadeGame game("g", 256);
  auto archive = Archive::open(directory / "a", Access::create);
  archive.import(game.imported());
  const auto stored = archive.game("g");
  std::uint64_t letters = 0;
  for (int round = 0; round < 4000; ++round)  // more than 8 Mi words of one block
    stored.forEach([&](std::uint32_t, schema::Event::Reader event) {
      if (event.isNote()) letters += event.getNote().size();
    });
  EXPECT_GT(letters, 0U);
}

TEST(Archive, IteratesOverGamesInOrderOfArrival) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  std::vector<std::string> ids;
  for (std::uint32_t i = 0; i < 40; ++i) {
    MadeGame game(fmt::format("g{}", 40 - i), i * 17);
    archive.import(game.imported());
    ids.push_back(game.id);
  }
  std::size_t seen = 0;
  archive.forEachGame([&](Game& game) {
    EXPECT_EQ(game.id(), ids[seen]);
    expectStored(game, static_cast<std::uint32_t>(seen * 17));
    return ++seen < 39;
  });
  EXPECT_EQ(seen, 39U);
}

TEST(Archive, KeepsEachGamesSecret) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  MadeGame game("g", 1);
  const auto begins = game.begins();
  EXPECT_NE(begins.secrets.of(0), game.begins().secrets.of(0));
  archive.begin(begins);
  EXPECT_EQ(archive.game("g").secrets().of(0), begins.secrets.of(0));
}

TEST(Reader, SeesWhatTheRecorderWroteAfterARefresh) {
  const TempDirectory directory;
  MadeGame game("g", 600);
  MadeGame second("h", 5);
  auto recorder = Archive::open(directory / "a", Access::create);
  recorder.begin(game.begins());
  appendTo(recorder, game, 1, 10);
  auto reader = Archive::open(directory / "a", Access::read);
  const auto before = reader.game("g");
  expectStored(before, 10);
  appendTo(recorder, game, 11, 300);
  recorder.begin(second.begins());
  EXPECT_EQ(reader.game("g").count(), 10U);
  EXPECT_FALSE(reader.find("h"));
  reader.refresh();
  expectStored(reader.game("g"), 300);
  EXPECT_TRUE(reader.find("h"));
  recorder.seal("g");
  reader.refresh();
  expectStored(before, 10);
  expectStored(reader.game("g"), 300);
  EXPECT_EQ(reader.game("g").sealed(), 300U);
  expectError<EnvironmentError>([&] { reader.append("g", game.event(301)); }, "opened for reading");
}

TEST(Archive, IsCopiedWhileItRecords) {
  const TempDirectory directory;
  MadeGame game("g", 600);
  auto archive = Archive::open(directory / "a", Access::create);
  archive.begin(game.begins());
  appendTo(archive, game, 1, 500);
  archive.copyTo(directory / "b");
  appendTo(archive, game, 501, 600);
  expectStored(Archive::open(directory / "b", Access::read).game("g"), 500);
  auto copy = Archive::open(directory / "b", Access::record);
  appendTo(copy, game, 501, 600);
  expectStored(copy.game("g"), 600);
  expectStored(archive.game("g"), 600);
  expectError<BadInput>([&] { archive.copyTo(directory / "b"); }, "an archive here already");
}

}  // namespace
}  // namespace docket::test::archive_test
