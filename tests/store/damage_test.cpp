// Damage to each kind of file is reported, never crashes the caller, and leaves undamaged data readable.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "events/errors.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "store/platform/child.h"
#include "store/rows/rows.h"
#include "tests/expect_error.h"
#include "tests/flipped_byte.h"
#include "tests/store/below.h"
#include "tests/store/games.h"
#include "tests/store/small_disk.h"
#include "tests/text_of.h"

namespace docket::test::damage_test {
namespace {

namespace fs = std::filesystem;

// An archive with two sealed games in its tables and a live one in its log, as a killed recorder leaves it.
class Damaged : public testing::Test {
 protected:
  Damaged() : directory_(folderInMemory()) {
    {
      auto archive = Archive::open(directory_ / "made", Access::create);
      archive.import(MadeGame("first", 700).imported());
      archive.import(MadeGame("second", 300).imported());
      archive.documents().put("ruleset", "r", "1", "text");
    }
    auto archive = Archive::open(directory_ / "made", Access::record);
    const MadeGame live("live", 20);
    archive.begin(live.begins());
    for (std::uint32_t number = 1; number <= 20; ++number) archive.append("live", live.event(number));
    fs::copy(directory_ / "made", directory_ / "whole", fs::copy_options::recursive);
  }

  fs::path fresh() {
    fs::remove_all(directory_ / "copy");
    fs::copy(directory_ / "whole", directory_ / "copy", fs::copy_options::recursive);
    return directory_ / "copy";
  }

  // The files of a kind, as paths in an archive.
  std::vector<fs::path> files(const std::string& part) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(directory_ / "whole"))
      if (entry.is_regular_file() && entry.file_size() != 0 &&
          entry.path().filename().string().find(part) != std::string::npos)
        found.push_back(fs::relative(entry.path(), directory_ / "whole"));
    EXPECT_FALSE(found.empty()) << part;
    return found;
  }

  const TempDirectory directory_;
};

// The result of reading a whole archive, in a child process so that an abort does not end the test.
struct Outcome {
  int signal = 0;
  bool opened = false;
  bool reported = false;  // one of our errors, of a permitted kind
  bool wrong = false;     // an event differed from the recorded one, or a missing one was not reported
  std::string text;
};

Outcome readAll(const fs::path& path) {
  static const std::map<std::string, std::uint32_t> kGames{{"first", 700}, {"second", 300}, {"live", 20}};
  Outcome outcome;
  outcome.signal = detail::runInChild(
      [&](const detail::Report& say) {
        ::alarm(10);  // a reader that goes on forever is ended by SIGALRM
        try {
          const auto archive = Archive::open(path, Access::read);
          say("opened");
          for (const auto& [id, count] : kGames) try {
              std::uint32_t expected = 0;
              archive.game(id).forEach([&](std::uint32_t number, schema::Event::Reader event) {
                const bool is = number % 7 == 0 ? event.isNote() : event.getValueChanged().getAmount() == number;
                if (number != ++expected || !is) say("wrong event");
              });
              if (expected != count) say("wrong: missing without a word in " + id);
            } catch (const DamagedArchive& error) {
              say(std::string("told ") + error.what());
            }
          std::size_t seen = 0;
          try {
            archive.forEachGame([&](Game&) { return ++seen != 0; });
            if (seen != kGames.size()) say("wrong: a game was passed over without a word");
          } catch (const DamagedArchive& error) {
            say(std::string("told ") + error.what());
          }
        } catch (const DamagedArchive& error) {
          say(std::string("told ") + error.what());
        } catch (const BadInput& error) {
          say(std::string("told ") + error.what());
        }
      },
      [&](std::string_view line) {
        outcome.opened |= line == "opened";
        outcome.reported |= line.starts_with("told ");
        outcome.wrong |= line.starts_with("wrong");
        outcome.text += std::string(line) + "\n";
      });
  return outcome;
}

TEST_F(Damaged, AnyWrongByteOfAnyFileIsReportedOrHarmless) {
  struct Kind {
    const char* part;
    int points;  // how many places of each such file are tried
  };
  for (const auto& kind : {Kind{".sst", 24}, Kind{".log", 24}, Kind{"MANIFEST", 12}, Kind{"CURRENT", 4},
                           Kind{"ACKNOWLEDGED", 6}, Kind{"ARCHIVE", 4}}) {
    ASSERT_FALSE(files(kind.part).empty()) << kind.part;
    for (const auto& file : files(kind.part)) {
      const auto size = fs::file_size(directory_.path() / "whole" / file);
      for (int point = 0; point < kind.points; ++point) {
        const auto at = size * static_cast<std::uint64_t>(point) / static_cast<std::uint64_t>(kind.points);
        for (const bool cut : {false, true}) {
          const auto path = fresh();
          cut ? fs::resize_file(path / file, at) : flipByte(path / file, at);
          const auto outcome = readAll(path);
          EXPECT_EQ(outcome.signal, 0) << file << (cut ? " cut at " : " flipped at ") << at << "\n" << outcome.text;
          EXPECT_FALSE(outcome.wrong) << file << (cut ? " cut at " : " flipped at ") << at << "\n" << outcome.text;
        }
      }
    }
  }
}

// The positions of the records of a log or a list of files: each has a sum of four bytes, a length of two and a kind of
// one.
std::vector<std::uint64_t> recordsIn(const fs::path& path) {
  constexpr std::uint64_t kBlock = 32768, kHeader = 7;
  const std::string bytes = textOf(path);
  std::vector<std::uint64_t> begins;
  for (std::uint64_t at = 0; at + kHeader <= bytes.size();) {
    if (kBlock - at % kBlock < kHeader) {
      at += kBlock - at % kBlock;
      continue;
    }
    begins.push_back(at);
    at += kHeader + static_cast<unsigned char>(bytes[at + 4]) + 256U * static_cast<unsigned char>(bytes[at + 5]);
  }
  return begins;
}

TEST_F(Damaged, AnyWrongBitOfARecordsKindIsHandled) {
  for (const auto* part : {".log", "MANIFEST"}) {
    for (const auto& file : files(part)) {
      const auto records = recordsIn(directory_.path() / "whole" / file);
      ASSERT_GT(records.size(), 2U) << file;
      for (const auto record : {records.front(), records[records.size() / 2], records.back()}) {
        for (int bit = 0; bit < 8; ++bit) {
          const auto path = fresh();
          flipByte(path / file, record + 6, static_cast<char>(1 << bit));
          const auto outcome = readAll(path);
          EXPECT_EQ(outcome.signal, 0) << file << " bit " << bit << " of the record at " << record << outcome.text;
          EXPECT_FALSE(outcome.wrong) << file << " bit " << bit << " of the record at " << record << outcome.text;
        }
      }
    }
  }
}

TEST_F(Damaged, NamesTheGameAndTheFirstEventThatTheLogHasLost) {
  const auto path = fresh();
  for (const auto& log : files(".log")) fs::resize_file(path / log, fs::file_size(path / log) * 2 / 3);
  std::uint32_t lost = 0;
  {
    const auto archive = Archive::open(path, Access::read);
    expectStored(archive.game("first"), 700);
    const auto game = archive.game("live");
    EXPECT_EQ(game.count(), 20U);
    expectError<DamagedArchive>([&] { game.forEach([&](std::uint32_t n, schema::Event::Reader) { lost = n + 1; }); },
                                "was acknowledged but is lost");
  }
  ASSERT_GT(lost, 1U);
  ASSERT_LE(lost, 20U);
  expectError<DamagedArchive>([&] { Archive::open(path, Access::record); }, fmt::format("game live, event {}", lost));
  // the refusal changed nothing
  expectError<DamagedArchive>([&] { Archive::open(path, Access::record); }, fmt::format("game live, event {}", lost));
  const auto report = check(path);
  ASSERT_EQ(report.damages.size(), 1U);
  EXPECT_EQ(report.damages[0].game, "live");
  EXPECT_EQ(report.damages[0].first_bad, lost);
  EXPECT_EQ(report.games, 2U);
  EXPECT_EQ(report.events, 1000U);
  expectError<DamagedArchive>([&] { requireWhole(report); }, "2 games with 1000 events can be read");
  // recording continues from there if the remaining events are taken as the truth
  auto archive = Archive::open(path, Access::salvage);
  expectStored(archive.game("live"), lost - 1);
  archive.append("live", MadeGame("live", lost).event(lost));
  expectStored(archive.game("live"), lost);
}

TEST_F(Damaged, EndsTheLogAtADamagedRecordBesideADamagedTable) {
  constexpr std::uint32_t kEvents = 400;  // so that the log has several blocks
  {
    auto archive = Archive::open(directory_ / "whole", Access::record);
    const MadeGame longer("longer", kEvents);
    archive.begin(longer.begins());
    for (std::uint32_t number = 1; number <= kEvents; ++number) archive.append("longer", longer.event(number));
    fs::copy(directory_ / "whole", directory_ / "logged", fs::copy_options::recursive);
  }
  fs::remove_all(directory_ / "whole");
  fs::rename(directory_ / "logged", directory_ / "whole");
  const auto log = files(".log").back();
  const auto records = recordsIn(directory_ / "whole" / log);
  std::uint32_t most = 0;
  for (const auto& table : files(".sst")) {
    const auto path = fresh();
    flipByte(path / log, records[records.size() / 3] + 20);
    flipByte(path / table, fs::file_size(path / table) - 60);
    std::uint32_t seen = 0;
    try {
      const auto archive = Archive::open(path, Access::read);
      archive.game("longer").forEach([&](std::uint32_t number, schema::Event::Reader) { seen = number; });
      ADD_FAILURE() << "everything was read";
    } catch (const DamagedArchive& error) {
      EXPECT_TRUE(seen == 0 || std::string(error.what()).find("was acknowledged but is lost") != std::string::npos)
          << error.what();
    }
    EXPECT_LT(seen, kEvents / 2) << table;
    most = std::max(most, seen);
  }
  EXPECT_GT(most, kEvents / 4);
}

TEST_F(Damaged, ReportsACompletelyLostGame) {
  const auto path = fresh();
  for (const auto& log : files(".log")) fs::resize_file(path / log, 0);
  const auto archive = Archive::open(path, Access::read);
  expectError<DamagedArchive>([&] { (void)archive.find("live"); }, "game live: the game was acknowledged but is lost");
  expectError<DamagedArchive>([&] { archive.forEachGame([](Game&) { return true; }); }, "game live");
  expectError<DamagedArchive>([&] { (void)archive.list(); }, "game live");
}

TEST_F(Damaged, ReadsTheOtherEventsOfADamagedTable) {
  for (const auto& table : files(".sst")) {
    const auto path = fresh();
    flipByte(path / table, 40);
    const auto report = check(path);
    EXPECT_FALSE(report.whole()) << table;
    EXPECT_NO_THROW(expectError<DamagedArchive>([&] { requireWhole(report); }, "restore the rest from a backup"));
  }
}

TEST_F(Damaged, DoesNotSealAGameWithADamagedHeader) {
  const auto path = fresh();
  const auto rows_of_events = [&] {
    const Below below(path);
    const std::unique_ptr<rocksdb::Iterator> row(below.rocks().NewIterator({}, below.family(Family::events)));
    std::size_t rows = 0;
    for (row->SeekToFirst(); row->Valid(); row->Next()) ++rows;
    return rows;
  };
  constexpr std::uint32_t kLive = 3;  // the third game of the archive
  Below(path).put(Family::games, detail::gameKey(kLive, detail::GameRow::header), "damaged");
  const auto before = rows_of_events();
  {
    auto archive = Archive::open(path, Access::record);
    EXPECT_THROW((void)archive.seal("live"), DamagedArchive);
    EXPECT_THROW((void)archive.seal("live"), DamagedArchive);
    archive.import(MadeGame("third", 10).imported());
  }
  EXPECT_EQ(rows_of_events(), before + 1);
}

TEST_F(Damaged, FindsNothingWrongWithAWholeArchive) {
  const auto report = check(directory_ / "whole");
  for (const auto& damage : report.damages) ADD_FAILURE() << damage.what;
  EXPECT_EQ(report.games, 3U);
  EXPECT_EQ(report.events, 1020U);
  EXPECT_NO_THROW(requireWhole(report));
  std::set<std::string> also;
  const auto mine = check(directory_ / "whole", [](const Game& game) {
    if (game.id() == "second") throw DamagedArchive("game second: its head differs");
  });
  ASSERT_EQ(mine.damages.size(), 1U);
  EXPECT_EQ(mine.damages[0].game, "second");
  EXPECT_EQ(mine.games, 2U);
}

TEST_F(Damaged, ContinuesInAnotherChildIfOneAborts) {
  const auto report = check(directory_ / "whole", [](const Game& game) {
    if (game.id() == "first") std::abort();
  });
  ASSERT_EQ(report.damages.size(), 1U);
  EXPECT_EQ(report.damages[0].game, "first");
  EXPECT_NE(report.damages[0].what.find("signal 6"), std::string::npos);
  EXPECT_EQ(report.games, 2U);
}

TEST_F(Damaged, ReportsThatThereIsNoArchiveToCheck) {
  expectError<BadInput>([&] { (void)check(directory_ / "none"); }, "there is no archive here");
}

TEST_F(Damaged, RequiresTheFileAcknowledgedForRecording) {
  const auto path = fresh();
  fs::remove(path / "ACKNOWLEDGED");
  expectError<DamagedArchive>([&] { Archive::open(path, Access::record); }, "ACKNOWLEDGED is missing");
  expectStored(Archive::open(path, Access::salvage).game("live"), 20);
  expectStored(Archive::open(path, Access::record).game("live"), 20);
}

TEST(FullDisk, IsReportedAndLeavesNothingHalfStored) {
  const TempDirectory directory;
  const SmallDisk disk(directory / "disk", "24m");
  if (!disk.isThere())
    GTEST_SKIP() << "a small file system can be mounted by root only; the watched file system's full disk is tested";
  MadeGame kept("kept", 300);
  std::uint32_t taken = 0;
  {
    auto archive = Archive::open(disk / "a", Access::create);
    archive.import(kept.imported());
    const auto fill = [&] {
      for (;; ++taken) archive.import(MadeGame(fmt::format("filler{}", taken), 20000).imported());
    };
    expectError<EnvironmentError>(fill, "the disk is full");
  }
  {
    const auto archive = Archive::open(disk / "a", Access::read);
    EXPECT_EQ(archive.totals().games, taken + 1);
    expectStored(archive.game("kept"), 300);
    EXPECT_FALSE(archive.find(fmt::format("filler{}", taken)));
  }
}

}  // namespace
}  // namespace docket::test::damage_test
