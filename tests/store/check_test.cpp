// The full check: that it ends, what it reads, and its reports on files that are cut, missing, swapped or older.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "events/errors.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "store/check/salvage.h"
#include "tests/expect_error.h"
#include "tests/flipped_byte.h"
#include "tests/store/games.h"
#include "tests/text_of.h"

namespace docket::test::check_test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

bool isTable(const fs::path& file) { return file.extension() == ".sst"; }

class Checking : public testing::Test {
 protected:
  Checking() {
    auto archive = Archive::open(directory_ / "a", Access::create);
    archive.import(MadeGame("first", 700).imported());
    archive.import(MadeGame("second", 300).imported());
    archive.documents().put("ruleset", "r", "1", "text");
    archive.copyTo(directory_ / "older");
    archive.import(MadeGame("third", 300).imported());
    archive.copyTo(directory_ / "whole");
  }

  fs::path fresh() {
    fs::remove_all(directory_ / "copy");
    fs::copy(directory_ / "whole", directory_ / "copy", fs::copy_options::recursive);
    return directory_ / "copy";
  }
  [[nodiscard]] std::vector<fs::path> files(const fs::path& archive) const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(archive))
      if (entry.is_regular_file()) found.push_back(fs::relative(entry.path(), archive));
    return found;
  }
  // The report of a check of an archive, or its refusal.
  static std::string saidOf(const fs::path& archive, bool with_notes = false) {
    try {
      std::string said;
      const auto report = check(archive);
      for (const auto& damage : report.damages) said += damage.what + "\n";
      for (const auto& note : report.notes) said += with_notes ? note + "\n" : "";
      return said;
    } catch (const BadInput& refused) {
      return refused.what();
    }
  }
  // No process reads these: RocksDB writes them for people, for locks and for copies.
  static bool matters(const fs::path& file) {
    const auto name = file.filename().string();
    return !name.starts_with("OPTIONS-") && name != "IDENTITY" && name != "LOCK" && name != "RECORDER";
  }

  const TempDirectory directory_;
};

TEST_F(Checking, TimesOutOnAHangingGameAndChecksTheNext) {
  const auto begun = std::chrono::steady_clock::now();
  const auto report = check(
      directory_ / "whole",
      [](const Game& game) {
        if (game.id() == "second")
          for (;;) ::pause();
      },
      500ms);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 10s);
  ASSERT_EQ(report.damages.size(), 1U);
  EXPECT_EQ(report.damages[0].game, "second");
  EXPECT_NE(report.damages[0].what.find("did not end: there was no answer for 0.5 seconds"), std::string::npos)
      << report.damages[0].what;
  EXPECT_EQ(report.games, 2U);
  EXPECT_EQ(report.total_games, 3U);
}

TEST_F(Checking, EndsIfEveryGameHangs) {
  const auto report = check(
      directory_ / "whole",
      [](const Game&) {
        for (;;) ::pause();
      },
      1s);  // long enough to open the archive on a busy machine
  EXPECT_EQ(report.games, 0U);
  ASSERT_GE(report.damages.size(), 2U);  // how many children fall silent before is a matter of the machine
  EXPECT_NE(report.damages.back().what.find("the rest was not checked"), std::string::npos)
      << report.damages.back().what;
}

TEST_F(Checking, EndsIfAFileNeverAnswers) {
  int ended = 0;
  for (const auto& file : files(directory_ / "whole")) {
    if (!matters(file)) continue;
    const auto path = fresh();
    fs::remove(path / file);
    ASSERT_EQ(::mkfifo((path / file).c_str(), 0600), 0);
    const auto begun = std::chrono::steady_clock::now();
    CheckReport report;
    std::string refused;
    try {
      report = check(path, {}, 300ms);
    } catch (const std::exception& error) {
      refused = error.what();
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 20s) << file;
    EXPECT_TRUE(!report.whole() || !refused.empty()) << file;
    ended += report.whole() ? 0 : 1;
  }
  EXPECT_GT(ended, 3);
}

TEST_F(Checking, ReportsWhichPartsAreWhole) {
  const auto report = check(directory_ / "whole");
  EXPECT_TRUE(report.whole());
  EXPECT_EQ(report.games, 3U);
  EXPECT_EQ(report.total_games, 3U);
  EXPECT_EQ(report.events, 1300U);
  std::vector<std::string> names;
  for (const auto& part : report.parts) {
    EXPECT_TRUE(part.checked && part.whole) << part.name;
    names.push_back(part.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"files", "log", "index", "documents", "leaves", "salvages"}));
  const auto path = fresh();
  for (const auto& file : files(path)) {
    if (!isTable(file)) continue;
    std::fstream(path / file, std::ios::in | std::ios::out | std::ios::binary).seekp(60).put('\xff').put('\xfe');
  }
  const auto damaged = check(path);
  EXPECT_TRUE(damaged.parts.front().checked);
  EXPECT_FALSE(damaged.parts.front().whole);
}

// Bytes of a table's blocks, and of its parts without which RocksDB cannot open it.
TEST_F(Checking, NamesEachTableWithAWrongByte) {
  for (const auto& file : files(directory_ / "whole")) {
    if (!isTable(file)) continue;
    const auto size = fs::file_size(directory_.path() / "whole" / file);
    constexpr std::uintmax_t kPlaces = 12;
    for (std::uintmax_t place = 0; place < kPlaces; ++place) {
      const auto path = fresh();
      flipByte(path / file, size * place / kPlaces);
      EXPECT_NE(saidOf(path).find("the checksum of " + file.filename().string()), std::string::npos)
          << file << " flipped at " << size * place / kPlaces << "\n"
          << saidOf(path);
    }
  }
  const auto path = fresh();
  for (const auto& file : files(path))
    if (isTable(file)) flipByte(path / file, fs::file_size(path / file) - 60);
  const auto said = saidOf(path);
  for (const auto& file : files(path)) {
    if (isTable(file)) {
      EXPECT_NE(said.find("the checksum of " + file.filename().string()), std::string::npos) << file << "\n" << said;
    }
  }
}

TEST_F(Checking, NamesEachTruncatedOrMissingFile) {
  for (const auto& file : files(directory_ / "whole")) {
    if (!matters(file)) continue;
    const auto size = fs::file_size(directory_.path() / "whole" / file);
    auto path = fresh();
    fs::remove(path / file);
    const bool empty_log = size == 0;
    if (!empty_log) {
      EXPECT_NE(saidOf(path), "") << file << " missing";
    }
    for (const auto left : {size / 2, size - std::min<std::uintmax_t>(size, 1)}) {
      if (empty_log) continue;
      path = fresh();
      fs::resize_file(path / file, left);
      EXPECT_NE(saidOf(path, true), "") << file << " cut to " << left << " of " << size;
    }
  }
}

TEST_F(Checking, IsWholeWithoutUnusedFiles) {
  const auto path = fresh();
  for (const auto& file : files(path))
    if (!matters(file)) fs::remove(path / file);
  EXPECT_EQ(saidOf(path), "");
  expectStored(Archive::open(path, Access::record).game("third"), 300);
}

// Files of an older copy of the same archive, or of another one. If all files come from that copy, only a checkpoint
// kept elsewhere shows it.
TEST_F(Checking, NamesAFileOfAnotherTimeOrArchive) {
  {
    auto other = Archive::open(directory_ / "made", Access::create);
    for (const auto* id : {"x", "y", "z"}) other.import(MadeGame(id, 400).imported());
    other.documents().put("ruleset", "r", "1", "another text");
    other.copyTo(directory_ / "other");
  }
  int swapped = 0;
  for (const auto* from : {"older", "other"}) {
    const auto theirs = files(directory_ / from);
    for (const auto& file : files(directory_ / "whole")) {
      if (!matters(file) || file == "ARCHIVE") continue;
      // of the same name, or the one of its kind
      auto of = std::find(theirs.begin(), theirs.end(), file);
      if (of == theirs.end())
        of = std::find_if(theirs.begin(), theirs.end(), [&](const fs::path& one) {
          return one.filename().string().substr(0, 4) == file.filename().string().substr(0, 4) ||
                 (isTable(one) && isTable(file));
        });
      if (of == theirs.end()) continue;
      const auto path = fresh();
      fs::copy_file(directory_.path() / from / *of, path / file, fs::copy_options::overwrite_existing);
      if (textOf(path / file) == textOf(directory_.path() / "whole" / file)) continue;
      ++swapped;
      if (file == "ACKNOWLEDGED") continue;  // of an archive without recording: see below
      EXPECT_NE(saidOf(path), "") << file << " of " << from;
    }
  }
  EXPECT_GT(swapped, 8);
}

// Files of an archive whose newest data is in its log, as a killed recorder leaves it: the log and ACKNOWLEDGED, each
// missing, cut, of an earlier moment and of another archive.
TEST_F(Checking, NamesALogOrAcknowledgedFileThatWasReplaced) {
  const auto recorded = [&](const std::string& name, const std::string& id) {
    auto archive = Archive::open(directory_ / name, Access::create);
    const MadeGame game(id, 40);
    archive.begin(game.begins());
    for (std::uint32_t number = 1; number <= 40; ++number) {
      archive.append(id, game.event(number));
      if (number == 15) fs::copy(directory_ / name, directory_ / (name + " earlier"), fs::copy_options::recursive);
    }
    fs::copy(directory_ / name, directory_ / (name + " killed"), fs::copy_options::recursive);
  };
  recorded("ours", "g");
  recorded("theirs", "h");
  const auto log_of = [&](const std::string& name) {
    for (const auto& file : files(directory_ / name))
      if (file.extension() == ".log" && fs::file_size(directory_.path() / name / file) != 0) return file;
    throw std::runtime_error("no log in " + name);
  };
  const auto said_with = [&](const fs::path& file, const fs::path& in_its_place) {
    const fs::path path = directory_ / "copy";
    fs::remove_all(path);
    fs::copy(directory_ / "ours killed", path, fs::copy_options::recursive);
    fs::remove(path / file);
    if (!in_its_place.empty()) fs::copy_file(in_its_place, path / file);
    return saidOf(path);
  };
  const auto log = log_of("ours killed");
  const fs::path whole = directory_ / "ours killed";
  EXPECT_EQ(said_with(log, whole / log), "");
  EXPECT_EQ(said_with("ACKNOWLEDGED", whole / "ACKNOWLEDGED"), "");
  EXPECT_NE(said_with(log, {}), "") << "the log missing";
  EXPECT_NE(said_with("ACKNOWLEDGED", {}), "") << "ACKNOWLEDGED missing";
  EXPECT_NE(said_with(log, directory_.path() / "ours earlier" / log_of("ours earlier")), "") << "an earlier log";
  EXPECT_NE(said_with(log, directory_.path() / "theirs killed" / log_of("theirs killed")), "") << "another's log";
  EXPECT_NE(said_with("ACKNOWLEDGED", directory_ / "theirs killed/ACKNOWLEDGED"), "") << "another's ACKNOWLEDGED";
  // That of an earlier moment lists less, and all that is there is read the same: a checkpoint shows a rollback.
  EXPECT_EQ(said_with("ACKNOWLEDGED", directory_ / "ours earlier/ACKNOWLEDGED"), "");
  const fs::path cut = directory_ / "cut";
  for (std::uintmax_t left = 1; left < fs::file_size(whole / log); left += 797) {
    fs::copy_file(whole / log, cut, fs::copy_options::overwrite_existing);
    fs::resize_file(cut, left);
    EXPECT_NE(said_with(log, cut), "") << "the log cut to " << left;
  }
}

TEST_F(Checking, ReportsDamageOfTheLogAfterWhatWasAcknowledged) {
  {
    auto archive = Archive::open(directory_ / "live", Access::create);
    const MadeGame game("g", 20);
    archive.begin(game.begins());
    for (std::uint32_t number = 1; number <= 20; ++number) archive.append("g", game.event(number));
    fs::copy(directory_ / "live", directory_ / "killed", fs::copy_options::recursive);
  }
  for (const auto& file : files(directory_ / "killed"))
    if (file.extension() == ".log" && fs::file_size(directory_.path() / "killed" / file) != 0)
      std::ofstream(directory_.path() / "killed" / file, std::ios::app | std::ios::binary)
          << std::string("\1\2\3\4\5\0\1after", 12);
  const auto report = check(directory_ / "killed");
  EXPECT_TRUE(report.whole());
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_NE(report.notes[0].find(".log is damaged at byte"), std::string::npos) << report.notes[0];
}

TEST_F(Checking, ASalvagedArchiveStaysMarkedAndHasNoIndex) {
  const auto has_index = [](const fs::path& archive) {
    bool has = false;
    Archive::open(archive, Access::read).derivedStore().forEachIndexRowFrom({}, [&](auto, auto, auto) {
      return has = true;
    });
    return has;
  };
  {
    auto archive = Archive::open(directory_ / "live", Access::create);
    const MadeGame game("g", 20);
    archive.begin(game.begins());
    archive.derivedStore().putIndex(std::vector<DerivedStore::IndexRow>{{.key = "fact", .segment = 1, .bytes = "1"}});
    for (std::uint32_t number = 1; number <= 20; ++number) archive.append("g", game.event(number));
    fs::copy(directory_ / "live", directory_ / "lost", fs::copy_options::recursive);
  }
  const fs::path path = directory_ / "lost";
  for (const auto& file : files(path))
    if (file.extension() == ".log") fs::resize_file(path / file, fs::file_size(path / file) * 2 / 3);
  const auto before = salvageable(path);
  ASSERT_EQ(before.lost.size(), 1U);
  EXPECT_EQ(before.lost[0].game, "g");
  EXPECT_EQ(before.lost[0].last_lost, 20U);
  EXPECT_EQ(before.left.events + 1, before.lost[0].first_lost);
  EXPECT_EQ(salvageable(path).lost.size(), 1U);  // it changed nothing
  EXPECT_TRUE(has_index(path));
  const auto done = salvage(path, {.by = "Ana", .why = "no copy has it"});
  EXPECT_EQ(done.left.events, before.left.events);
  EXPECT_TRUE(salvageable(path).lost.empty());
  { Archive::open(path, Access::record).copyTo(directory_ / "copy of it"); }
  for (const auto& salvaged : {path, directory_.path() / "copy of it"}) {
    const auto report = check(salvaged);
    EXPECT_FALSE(has_index(salvaged));
    EXPECT_TRUE(report.whole());
    ASSERT_EQ(report.notes.size(), 1U);
    EXPECT_NE(report.notes[0].find("by Ana (\"no copy has it\"), and these losses were accepted: game g: events"),
              std::string::npos)
        << report.notes[0];
  }
}

}  // namespace
}  // namespace docket::test::check_test
