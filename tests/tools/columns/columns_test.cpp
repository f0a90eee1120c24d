// docket export --columns: the contents of the tables, that an export extends a folder and never changes it, and
// what the folder may contain. Other programs check that Parquet equals CSV (tests/columns/readers.mjs).
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <random>
#include <tuple>

#include "tests/tools/disputed_game.h"
#include "tools/columns/packed_numbers.h"
#include "tools/columns/tables.h"
#include "tools/io/csv.h"

namespace docket::columns_test {
namespace {

namespace fs = std::filesystem;
using test::Ran;

/// The rows of a table in CSV, each by the names of its columns.
using Table = std::vector<std::map<std::string, std::string>>;

class ColumnTables : public test::DisputedGame {
 protected:
  [[nodiscard]] Ran write(const std::string& folder = "sheets", std::vector<std::string> options = {"--csv"}) const {
    std::vector<std::string> typed{"export", "--columns", place / folder};
    typed.insert(typed.end(), options.begin(), options.end());
    return run(typed);
  }
  /// Every file of a folder, by its path below it.
  [[nodiscard]] std::map<std::string, std::string> files(const std::string& folder = "sheets") const {
    std::map<std::string, std::string> all;
    for (const auto& one : fs::recursive_directory_iterator(place / folder)) {
      if (one.is_regular_file()) all[fs::relative(one.path(), place / folder).string()] = test::textOf(one.path());
    }
    return all;
  }
  /// A table, of all exports.
  [[nodiscard]] Table table(const std::string& name) const {
    Table rows;
    for (const auto& [file, text] : files()) {
      if (!file.ends_with("/" + name + ".csv")) continue;
      const auto read = readCsv(text, file);
      for (std::size_t i = 1; i < read.size(); ++i) {
        auto& row = rows.emplace_back();
        for (std::size_t cell = 0; cell < read[i].size(); ++cell) row[read[0][cell].text] = read[i][cell].text;
      }
    }
    return rows;
  }
  void record(const std::string& lines) const {
    const Ran ran = test::run({"record", "--archive", place.archive()}, lines);
    ASSERT_EQ(ran.status, 0) << ran.err << ran.out;
  }
};

/// The numbers that appendHybrid() packed: written from the description of the format.
std::vector<std::uint32_t> unpacked(const std::string& bytes, std::size_t count, unsigned width) {
  std::vector<std::uint32_t> numbers;
  std::size_t at = 0;
  const auto byte = [&] { return static_cast<std::uint8_t>(bytes.at(at++)); };
  while (numbers.size() < count) {
    std::uint64_t head = 0;
    for (unsigned shift = 0, more = 1; more != 0; shift += 7) {
      const std::uint8_t next = byte();
      head |= static_cast<std::uint64_t>(next & 0x7FU) << shift;
      more = next & 0x80U;
    }
    if ((head & 1U) == 0) {
      std::uint32_t value = 0;
      for (unsigned i = 0; i < (width + 7) / 8; ++i) value |= static_cast<std::uint32_t>(byte()) << (8 * i);
      numbers.insert(numbers.end(), head >> 1U, value);
      continue;
    }
    const std::size_t first_bit = at * 8;
    at += (head >> 1U) * width;
    for (std::size_t i = 0; i < (head >> 1U) * 8; ++i) {
      std::uint32_t value = 0;
      for (unsigned bit = 0; bit < width; ++bit) {
        const std::size_t place = first_bit + i * width + bit;
        value |= (static_cast<std::uint32_t>(bytes.at(place / 8)) >> (place % 8) & 1U) << bit;
      }
      numbers.push_back(value);
    }
  }
  EXPECT_EQ(at, bytes.size());
  numbers.resize(std::min(numbers.size(), count));  // the last group is filled up
  return numbers;
}

TEST(PackedNumbers, AreReadBackWhateverTheirRunsAndWidths) {
  std::mt19937 engine(7);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int round = 0; round < 2000; ++round) {
    const unsigned width = 1 + random() % 17;
    std::vector<std::uint32_t> numbers;
    for (std::size_t runs = random() % 6; runs > 0; --runs) {
      const std::uint32_t value = random() & ((1U << width) - 1);
      if (random() % 2 == 0) {
        numbers.insert(numbers.end(), random() % 40, value);
      } else {
        for (std::size_t left = random() % 40; left > 0; --left) numbers.push_back(random() & ((1U << width) - 1));
      }
    }
    std::string packed;
    columns::appendHybrid(packed, numbers, width);
    ASSERT_EQ(unpacked(packed, numbers.size(), width), numbers) << "round " << round << ", width " << width;
  }
}

TEST_F(ColumnTables, AgreeWithTheCommandsAboutAGame) {
  const Ran ran = write();
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "sheets: 1 game, leaves 0 to 0 of the log");
  const auto games = table("games");
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0].at("tournament"), "Winter Court");
  EXPECT_EQ(games[0].at("events"), "18");
  EXPECT_EQ(games[0].at("grade"), "DIVERGED");
  EXPECT_EQ(games[0].at("outcome"), "") << "the record has no end of the game";
  EXPECT_EQ(table("players")[1].at("name"), "Bastien");
  const auto events = table("events");
  ASSERT_EQ(events.size(), 18U);
  EXPECT_EQ(events[8].at("kind"), "cardAttached");
  EXPECT_EQ(events[8].at("title"), "Iron Blade");
  EXPECT_EQ(events[8].at("other"), "#2");
  EXPECT_EQ(events[10].at("amount"), "2");
  EXPECT_EQ(events[10].at("cause"), "10");
  EXPECT_EQ(events[11].at("moment"), "turn 1, action phase");
  for (const auto& act : table("acts")) {
    const std::string asked = run({"ask", "court/7", fmt::format("legal({})", act.at("event"))}).out;
    const std::string answer = act.at("legality") == "legal"     ? ": true"
                               : act.at("legality") == "illegal" ? ": false"
                                                                 : ": unknown";
    EXPECT_HAS(asked, answer) << act.at("legality");
  }
  const auto rulings = table("rulings");
  ASSERT_EQ(rulings.size(), 3U);
  EXPECT_EQ(rulings[0].at("outcome"), "overturned");
  EXPECT_EQ(rulings[0].at("superseded_by"), "16");
  EXPECT_EQ(rulings[0].at("stands"), "false");
  EXPECT_EQ(rulings[2].at("outcome"), "undecided");
}

TEST_F(ColumnTables, CountAUseAsDocketLimitsDoes) {
  ASSERT_EQ(write().status, 0);
  std::size_t counted = 0;
  for (const auto& use : table("uses")) {
    if (use.at("limit_name").empty()) continue;
    ++counted;
    const Ran limits = run({"limits", "court/7", "--at", use.at("event"), "--json"});
    EXPECT_HAS(limits.out, fmt::format(R"("used":{},"max":{})", use.at("used"), use.at("most")));
  }
  EXPECT_GT(counted, 0U);
  const auto findings = table("findings");
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].at("event"), "12");
}

TEST_F(ColumnTables, MarkRewoundEvents) {
  importGame("rewound.jsonl", std::string(test::kGame).replace(std::string(test::kGame).find("court/7"), 7, "court/8") +
                                  R"({"rewound":{"to":10,"judge":"Dana"}})" + "\n");
  ASSERT_EQ(write().status, 0);
  for (const auto& event : table("events")) {
    const int number = std::stoi(event.at("event"));
    const bool is_taken_back = event.at("game") == "court/8" && number > 10 && number < 19;
    EXPECT_EQ(event.at("taken_back"), is_taken_back ? "true" : "false") << event.at("game") << number;
  }
  std::string honor;
  for (const auto& value : table("values")) {
    if (value.at("game") == "court/8" && value.at("subject") == "P1" && value.at("value") == "Family Honor")
      honor += value.at("event") + ":" + value.at("amount") + ":" + value.at("taken_back") + " ";
  }
  EXPECT_EQ(honor, "0:0:false 11:2:true 19:0:false ");
}

TEST_F(ColumnTables, AreExtendedByALaterExportAndNeverRewritten) {
  ASSERT_EQ(write().status, 0);
  const auto first = files();
  const Ran nothing = write();
  EXPECT_EQ(nothing.status, 0);
  EXPECT_HAS(nothing.out, "no game was finished since the last export");
  EXPECT_EQ(files(), first);
  record(R"({"game":{"id":"live","ruleset":"yugioh","players":[{},{}]}})"
         "\n"
         R"({"game":"live","note":"x"})"
         "\n");
  const Ran live = write();
  EXPECT_HAS(live.out, "1 game left out: not finished");
  record("{\"seal\":\"live\"}\n");
  ASSERT_EQ(write().status, 0);
  auto now = files();
  for (const auto& [file, text] : first) EXPECT_EQ(now[file], text) << file;
  EXPECT_EQ(table("games").size(), 2U);
  // A ruling after the end is a separate leaf: the game is there again, under that leaf.
  ASSERT_EQ(run({"rule", "court/7", "--at", "13", "--claim", "1 = 1", "--judge", "Dana"}).status, 0);
  ASSERT_EQ(write().status, 0);
  const auto games = table("games");
  ASSERT_EQ(games.size(), 3U);
  EXPECT_EQ(games[2].at("game"), "court/7");
  EXPECT_EQ(games[2].at("events"), "19");
  EXPECT_GT(std::stoi(games[2].at("leaf")), std::stoi(games[1].at("leaf")));
}

TEST_F(ColumnTables, RefuseAFolderWithOtherFiles) {
  fs::create_directory(place / "full");
  std::ignore = place.file("full/mine.txt", "mine");
  const Ran full = write("full");
  EXPECT_EQ(full.status, 2);
  EXPECT_HAS(full.err, "this folder is not empty and has no tables in CSV that docket wrote");
  EXPECT_HAS(write("none/below").err, "there is no folder") << "it makes no parent folders";
  ASSERT_EQ(write().status, 0);
  const Ran other_form = write("sheets", {});
  EXPECT_EQ(other_form.status, 2);
  EXPECT_HAS(other_form.err, "has no tables in Parquet that docket wrote");
  const test::TempDirectory another;
  const std::string game = R"({"game":{"id":"g","ruleset":"yugioh","players":[{}]}})";
  ASSERT_EQ(test::run({"import", "--archive", another.archive(), another.file("g.jsonl", game + "\n")}).status, 0);
  const Ran foreign = test::run({"export", "--columns", place / "sheets", "--csv", "--archive", another.archive()});
  EXPECT_EQ(foreign.status, 2);
  EXPECT_HAS(foreign.err, "are of another archive");
}

TEST_F(ColumnTables, FollowNoLinkInTheirFolder) {
  ASSERT_EQ(write().status, 0);
  fs::create_directory(place / "elsewhere");
  fs::create_directory_symlink(place / "elsewhere", place / "sheets/.unfinished");
  importGame("more.jsonl", std::string(test::kGame).replace(std::string(test::kGame).find("court/7"), 7, "court/8"));
  const Ran linked = write();
  EXPECT_EQ(linked.status, 2);
  EXPECT_HAS(linked.err, ".unfinished: this is in the place of what an interrupted export left");
  EXPECT_TRUE(fs::is_empty(place / "elsewhere"));
  fs::remove(place / "sheets/.unfinished");
  // The rest of an interrupted export is removed by the next one.
  fs::create_directory(place / "sheets/.unfinished");
  std::ignore = place.file("sheets/.unfinished/games.csv", "half");
  ASSERT_EQ(write().status, 0);
  EXPECT_FALSE(fs::exists(place / "sheets/.unfinished"));
  EXPECT_EQ(table("games").size(), 2U);
  // An export that was removed leaves a gap, which is reported.
  for (const auto& one : fs::directory_iterator(place / "sheets")) {
    if (one.path().filename().string().starts_with("leaves-000000000000")) fs::remove_all(one.path());
  }
  const Ran gap = write();
  EXPECT_EQ(gap.status, 2);
  EXPECT_HAS(gap.err, "no export there covers the leaves from 0 on");
}

TEST_F(ColumnTables, InParquetBeginAndEndAsTheFormatRequires) {
  ASSERT_EQ(write("tables", {}).status, 0);
  std::size_t tables = 0;
  for (const auto& [file, text] : files("tables")) {
    if (!file.ends_with(".parquet")) continue;
    ++tables;
    ASSERT_GT(text.size(), 12U);
    EXPECT_TRUE(text.starts_with("PAR1") && text.ends_with("PAR1")) << file;
    std::size_t footer = 0;
    for (unsigned i = 0; i < 4; ++i)
      footer |= std::size_t{static_cast<std::uint8_t>(text[text.size() - 8 + i])} << (8 * i);
    EXPECT_LT(footer + 12, text.size() + 1) << file;
  }
  EXPECT_EQ(tables, columns::kTables);
}

TEST_F(ColumnTables, AreExportedWithoutNamingAGame) {
  const Ran both = run({"export", "court/7", "--columns", place / "tables"});
  EXPECT_EQ(both.status, 2);
  EXPECT_HAS(both.err, "expected GAME or --columns DIR, not both");
  EXPECT_FALSE(fs::exists(place / "tables"));
  EXPECT_EQ(run({"export", "court/7", "--csv"}).status, 2) << "--csv goes with --columns";
  EXPECT_EQ(run({"export", "--columns", place / "tables", "--seat", "P1"}).status, 2) << "tables have no seat's view";
}

/// docs/json.md lists the tables as the program has them.
TEST(ColumnTablesInTheDocumentation, AreThoseOfTheProgram) {
  std::string listed;
  for (const auto* table : columns::tables()) listed += fmt::format("| `{}` | {} |\n", table->name, table->doc);
  EXPECT_HAS(test::textOf(test::sourceDir() + "/docs/json.md"), "| table | a row is |\n| --- | --- |\n" + listed)
      << listed;
}

}  // namespace
}  // namespace docket::columns_test
