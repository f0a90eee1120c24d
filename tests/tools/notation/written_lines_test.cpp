// Lines as judges write them on paper: each has the meaning that the tables in tests/typed/lines give, in every
// ruleset. A table is the beginning of a game, a line "----", and then lines as they are typed, each with the indented
// lines below it that docket log prints for its event; "?" begins a part of the message that asks instead.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <sstream>

#include "events/text/split.h"
#include "tests/games/rules_of_game.h"
#include "tools/notation/transcript.h"
#include "tools/notation/transcript_reader.h"

namespace docket::written_lines_test {
namespace {

struct Row {
  std::size_t line = 0;
  std::string typed, expected;
};

struct Table {
  std::string beginning;
  std::vector<Row> rows;
};

Table tableOf(const std::string& name) {
  Table table;
  bool begun = false;
  const std::string text = readFile(test::sourceDir() + "/tests/typed/lines/" + name + ".lines");
  eachLine(text, [&](std::string_view line, std::size_t number) {
    if (line == "----") {
      begun = true;
    } else if (!begun) {
      table.beginning += std::string(line) + "\n";
    } else if (!line.empty() && line.front() != ';') {
      const bool expected = line.front() == ' ';
      if (!expected && (table.rows.empty() || !table.rows.back().expected.empty()))
        table.rows.push_back({.line = number});
      (expected ? table.rows.back().expected : table.rows.back().typed) +=
          std::string(line.substr(expected ? line.find_first_not_of(' ') : 0)) + "\n";
    }
  });
  return table;
}

/// The last event of a game, as docket log prints it; the message if it cannot be read.
std::string eventOf(const std::string& text, const Rules& rules) {
  try {
    const Recording game = readTranscript(text, "t", [&](schema::Header::Reader) { return rules; });
    std::ostringstream printed;
    writeTranscript(game, rules, printed);
    std::string event;
    eachLine(printed.str(), [&](std::string_view line, std::size_t) {
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      const std::size_t digits = line.find_first_not_of("0123456789");
      const bool first = digits != 0 && digits != std::string_view::npos && line.substr(digits, 2) == "  ";
      if (first) event.clear();
      if (first) line.remove_prefix(line.find_first_not_of(' ', digits));
      if (!line.empty()) event += std::string(line) + "\n";
    });
    return event;
  } catch (const BadInput& error) {
    return std::string(error.message()) + "\n";
  }
}

bool isAsExpected(const std::string& found, const std::string& expected) {
  if (!expected.starts_with("? ")) return found == expected;
  bool all = true;
  eachLine(expected, [&](std::string_view part, std::size_t) {
    all = all && found.find(part.substr(std::min<std::size_t>(2, part.size()))) != std::string::npos;
  });
  return all;
}

struct Of {
  const char *name, *ruleset, *version;
  std::size_t rows;  ///< the least number of rows that its table has
};

class WrittenLines : public testing::TestWithParam<Of> {};

TEST_P(WrittenLines, HaveTheMeaningInTheTable) {
  const auto& [name, ruleset, version, rows] = GetParam();
  const RulesOfGame rules(ruleset, version);
  const Table table = tableOf(name);
  EXPECT_GE(table.rows.size(), rows);
  for (const Row& row : table.rows) {
    const std::string found = eventOf(table.beginning + row.typed, rules.rules());
    EXPECT_TRUE(isAsExpected(found, row.expected))
        << fmt::format("{}.lines:{}: {}found:\n{}expected:\n{}", name, row.line, row.typed, found, row.expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, WrittenLines,
                         testing::Values(Of{"yugioh", "yugioh", "2022-06-22", 70},
                                         Of{"l5r-celestial", "l5r-celestial", "2009-06-01", 70},
                                         Of{"l5r-celestial", "l5r-celestial", "2011-06-06", 70},
                                         Of{"marvel-champions", "marvel-champions", "2023-01", 50},
                                         Of{"huntik", "huntik", "2009-01-01", 50},
                                         Of{"grand-archive", "grand-archive", "2024-12", 50}),
                         [](const auto& one) {
                           std::string name = fmt::format("{}{}", one.param.name, one.index);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace docket::written_lines_test
