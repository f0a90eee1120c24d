// Every byte of a small archive flipped in turn, and what becomes of it: opening refuses, the check names it, or all
// that the archive holds is read the same. A sample in each run; DOCKET_EVERY_BYTE=1 flips them all, 16 each sixteenth,
// and prints where a flipped bit reads the same or docket verify --all sees nothing:
//   DOCKET_EVERY_BYTE=1 build/release/tests/tools_tests --gtest_filter='EveryByte*'
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "events/digest.h"
#include "events/errors.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "store/platform/child.h"
#include "tests/flipped_byte.h"
#include "tests/temp_directory.h"
#include "tests/tools/disputed_game.h"
#include "tools/game/compared_heads.h"
#include "tools/game/stored_head.h"

namespace docket::every_byte_test {
namespace {

namespace fs = std::filesystem;

/// A digest of everything that the archive holds for a reader.
std::string contentOf(const fs::path& path) {
  Hash all;
  const auto archive = Archive::open(path, Access::read);
  for (const auto& entry : archive.list()) {
    all.update(fmt::format("{} {} {} {}\n", entry.id, entry.count, entry.sealed, hex(entry.head)));
    const auto game = archive.game(entry.id);
    requireHeads(game);
  }
  archive.forEachGame([&](Game& game) {
    all.update(std::string(game.id()));
    return true;
  });
  for (const auto& document : archive.documents().list()) all.update(archive.documents().get(document.digest)->text);
  return hex(all.value());
}

enum class Outcome { opening, check, noted, same, wrong };

struct Tally {
  std::map<Outcome, std::size_t> outcomes;
  std::size_t verified = 0, passed_verify = 0;  // of those that opening or the check name
};

class EveryByte : public test::DisputedGame {
 protected:
  /// A game in tables that continues in the log, as a killed recorder leaves it.
  void makeArchive() {
    auto recorder = Archive::open(place.archive(), Access::record);
    Head head = headAfter(recorder.game("court/7"), recorder.game("court/7").count());
    for (int note = 0; note < 12; ++note) {
      Recording one;
      one.add([&](schema::Event::Builder event) { event.setNote(fmt::format("note {}", note)); });
      const auto event = one.event(1);
      const auto number = head.number() + 1;
      head.append(event, number);
      recorder.append("court/7", {.number = number, .event = event, .head = head.value()});
    }
    fs::copy(place.archive(), path_, fs::copy_options::recursive);
    content_ = contentOf(path_);
  }

  Outcome outcome() const {
    bool noted = false;
    try {
      const auto report = check(path_, requireHeads, std::chrono::seconds(20));
      if (!report.whole()) return report.parts.front().checked ? Outcome::check : Outcome::opening;
      noted = !report.notes.empty();
    } catch (const BadInput&) {
      return Outcome::opening;
    }
    std::string read;
    const int signal = detail::runInChild([&](const detail::Report& say) { say(contentOf(path_)); },
                                          [&](std::string_view line) { read = line; }, std::chrono::seconds(20));
    if (signal != 0 || read != content_) return Outcome::wrong;
    return noted ? Outcome::noted : Outcome::same;
  }

  /// The exit status of docket verify --all; under a named ruleset, so that it keeps no result in the archive.
  [[nodiscard]] std::string verifyStatus() const {
    std::string status = "ended by itself";
    (void)detail::runInChild(
        [&](const detail::Report& say) {
          const std::vector<std::string> typed{"verify",        "--all",     "--under",
                                               "l5r-celestial", "--archive", path_.string()};
          say(fmt::format("{}", test::run(typed).status));
        },
        [&](std::string_view line) { status = line; }, std::chrono::seconds(20));
    return status;
  }
  [[nodiscard]] bool passesVerify() const { return verifyStatus() == usual_verify_; }

  const test::TempDirectory memory_{test::folderInMemory()};
  const fs::path path_ = memory_ / "archive";
  std::string content_;
  std::string usual_verify_;  // of the whole archive
};

/// "table", "log", ...: what a file is, by its name.
std::string kindOf(const fs::path& file) {
  const auto name = file.filename().string();
  if (file.extension() == ".sst") return "db/*.sst";
  if (file.extension() == ".log") return "db/*.log";
  return file.string().substr(0, file.string().find('-'));
}

TEST_F(EveryByte, OfAnArchiveIsReportedOrHarmlessIfFlipped) {
  const char* asked = std::getenv("DOCKET_EVERY_BYTE");
  const std::uint64_t every = asked == nullptr ? 0 : std::strtoull(asked, nullptr, 10);
  makeArchive();
  usual_verify_ = verifyStatus();
  ASSERT_TRUE(usual_verify_ == "0" || usual_verify_ == "1") << usual_verify_;
  std::map<std::string, Tally> tallies;
  std::size_t flips = 0;
  for (const auto& entry : fs::recursive_directory_iterator(path_)) {
    if (!entry.is_regular_file()) continue;
    const auto file = fs::relative(entry.path(), path_);
    const auto kind = kindOf(file);
    const bool read_by_nobody = kind == "db/OPTIONS" || kind == "db/IDENTITY" || kind == "RECORDER";
    const std::uint64_t step = read_by_nobody ? 997
                               : every != 0   ? every
                                              : std::max<std::uint64_t>(entry.file_size() / 8, 1);
    auto& tally = tallies[kind];
    for (std::uint64_t at = 0; at < entry.file_size(); at += step) {
      test::flipByte(entry.path(), at, static_cast<char>(1 << at % 8));
      const auto came = outcome();
      ++tally.outcomes[came];
      EXPECT_NE(came, Outcome::wrong) << file << " at " << at;
      const bool told = came == Outcome::opening || came == Outcome::check;
      EXPECT_TRUE(told || kind != "db/*.sst") << file << " at " << at;
      if (came == Outcome::same && every != 0 && !read_by_nobody)
        fmt::print("read the same: {} at {}\n", file.string(), at);
      if (told && (every != 1 || flips++ % 16 == 0)) {
        ++tally.verified;
        const bool passes = passesVerify();
        tally.passed_verify += passes ? 1U : 0U;
        if (passes && every != 0) fmt::print("docket verify --all sees nothing: {} at {}\n", file.string(), at);
      }
      test::flipByte(entry.path(), at, static_cast<char>(1 << at % 8));
    }
  }
  EXPECT_EQ(outcome(), Outcome::same);
  fmt::print("{:<14}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}   verify --all missed\n", "file", "flips", "opening", "check",
             "noted", "the same", "wrong");
  for (auto& [kind, tally] : tallies) {
    auto& of = tally.outcomes;
    std::size_t sum = 0;
    for (const auto& [came, times] : of) sum += times;
    fmt::print("{:<14}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}   {} of {}\n", kind, sum, of[Outcome::opening], of[Outcome::check],
               of[Outcome::noted], of[Outcome::same], of[Outcome::wrong], tally.passed_verify, tally.verified);
  }
}

}  // namespace
}  // namespace docket::every_byte_test
