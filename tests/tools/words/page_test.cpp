// Output that fits its medium: the help of every command within its columns, prose and tables within the terminal,
// long answers in a pager on a terminal, and progress lines.
#include <algorithm>
#include <chrono>
#include <sstream>
#include <thread>

#include "tests/places.h"
#include "tests/tools/disputed_game.h"
#include "tests/tools/on_terminal.h"
#include "tools/commands/command.h"
#include "tools/io/elapsed_line.h"
#include "tools/io/progress.h"
#include "tools/words/fitted_text.h"
#include "tools/words/layout.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"

namespace docket::page_test {
namespace {

using test::has;
using test::linesIn;
using test::OnTerminal;
using test::run;

using Columns = WithPageColumns;

TEST(Help, OfEveryPageFitsItsColumns) {
  std::vector<std::string> pages{""};
  for (const Command& command : commands()) pages.emplace_back(command.name);
  for (const std::size_t columns : {80U, 60U, 100U}) {
    const Columns now(columns);
    for (const std::string& page : pages) {
      const auto shown = page.empty() ? run({"help"}) : run({"help", page});
      EXPECT_EQ(shown.status, 0) << page;
      for (const std::string& line : linesIn(shown.out)) EXPECT_LE(columnsOf(line), columns) << page << ": " << line;
    }
  }
}

TEST(Help, LosesNoWordAtAnyWidth) {
  const auto words = [](const std::string& text) {
    std::string letters;
    for (const char c : text) {
      if (c != ' ' && c != '\n') letters += c;
    }
    return letters;
  };
  for (const Command& command : commands()) {
    const std::string page = run({"help", std::string(command.name)}).out;
    const Columns now(50);
    EXPECT_EQ(words(run({"help", std::string(command.name)}).out), words(page)) << command.name;
  }
}

TEST(FittedText, BreaksOnlyTooWideLines) {
  const Columns now(40);
  struct {
    std::string text, fitted;
  } const rows[] = {
      {"it fits\nas it is\n", "it fits\nas it is\n"},
      {"a paragraph with a line that is far too wide for it\nis filled anew\n",
       "a paragraph with a line that is far too\nwide for it is filled anew\n"},
      {"  docket log duel      the transcript of a whole game\n",
       "  docket log duel      the transcript of\n                       a whole game\n"},
      {"  docket import a-game-with-a-long-name.yrpX    takes it\n",
       "  docket import\n      a-game-with-a-long-name.yrpX\n      takes it\n"},
      {"{\"one\",\"another member\",\"and\",\"a-third-one-of-them\"}\n",
       "{\"one\",\"another\nmember\",\"and\",\"a-third-one-of-them\"}\n"},
      {"\n\n", "\n\n"},
  };
  for (const auto& row : rows) EXPECT_EQ(fitted(row.text), row.fitted);
}

TEST(TableRow, WrapsBelowItsSecondCellOnANarrowTerminal) {
  struct {
    std::string row, broken;
  } const rows[] = {
      {"duel  2011-08-01  Aiko - Bastien", "duel  2011-08-01  Aiko - Bastien\n"},
      {"duel  2011-08-01  Aiko - Bastien  43 events  yugioh 1",
       "duel  2011-08-01  Aiko - Bastien\n"
       "      43 events  yugioh 1\n"},
      {"  step A    the base value, bonuses and penalties are added up",
       "  step A    the base value, bonuses and\n"
       "            penalties are added up\n"},
      {"  a name that takes more than half of it  and what it is",
       "  a name that takes more than half of it\n      and what it is\n"},
      {"one cell that is no table at all, and far too wide for it",
       "one cell that is no table at all, and\n    far too wide for it\n"},
      {"\x1b[36mduel        \x1b[0m  a value that is a good deal too wide",
       "\x1b[36mduel          \x1b[0ma value that is a good\n              deal too wide\n"},
  };
  for (const auto& one : rows) {
    EXPECT_EQ(tableRow(one.row), one.row + '\n') << "a row in a file is one line";
    const Columns now(40);
    EXPECT_EQ(tableRow(one.row), one.broken);
  }
}

TEST(ProgressLine, IsShownAfterASecondAndOnlyOnATerminal) {
  for (const bool is_terminal : {true, false}) {
    std::istringstream in;
    std::ostringstream out, err;
    Streams streams{.in = in, .out = out, .err = err, .progress = is_terminal};
    {
      ProgressLine line(streams);
      line.show("1 of 9 games");
      EXPECT_EQ(err.str(), "");
      std::this_thread::sleep_for(std::chrono::milliseconds(1100));
      line.show("2 of 9 games");
    }
    EXPECT_EQ(err.str(), is_terminal ? "\r2 of 9 games\x1b[K\r\x1b[K" : "");
  }
}

/// A stream whose text arrives after a while.
class SlowText : public std::stringbuf {
 public:
  explicit SlowText(const std::string& text) : std::stringbuf(text) {}

 protected:
  std::streamsize xsgetn(char* into, std::streamsize count) override {
    if (!std::exchange(waited_, true)) std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    return std::stringbuf::xsgetn(into, count);
  }

 private:
  bool waited_ = false;
};

TEST(Import, ReportsProgressAfterASecond) {
  const test::TempDirectory place;
  std::string games;
  for (const char* id : {"one", "two"})
    games +=
        std::string(R"({"game":{"id":")") + id + R"(","ruleset":"yugioh","players":[{},{}]}})" + "\n{\"note\":\"x\"}\n";
  SlowText slow(games);
  std::istream in(&slow);
  std::ostringstream out, err;
  Streams streams{.in = in, .out = out, .err = err, .progress = true};
  const std::vector<std::string> typed{"import", "--archive", place.archive(), "-"};
  ASSERT_EQ(runProgram(typed, streams), 0) << err.str();
  EXPECT_HAS(err.str(), "\r-, 1 game done\x1b[K");
  EXPECT_HAS(err.str(), "\r-, 2 games done\x1b[K");
  EXPECT_TRUE(err.str().ends_with("\r\x1b[K")) << err.str();
}

TEST(ElapsedLine, ReportsAfterASecondAndOnlyOnATerminal) {
  for (const bool is_terminal : {true, false}) {
    std::istringstream in;
    std::ostringstream out, err;
    Streams streams{.in = in, .out = out, .err = err, .progress = is_terminal};
    { const ElapsedLine soon_over(streams, "copying"); }
    EXPECT_EQ(err.str(), "");
    {
      const ElapsedLine line(streams, "copying");
      std::this_thread::sleep_for(std::chrono::milliseconds(1300));
    }
    EXPECT_EQ(has(err.str(), "\rcopying, 1 s"), is_terminal) << err.str();
    EXPECT_EQ(err.str().ends_with("\r\x1b[K"), is_terminal) << err.str();
  }
}

class Pages : public test::DisputedGame {
 protected:
  /// A line of a shell, in which $D is the program on the archive of the test.
  [[nodiscard]] std::vector<std::string> shell(const std::string& line) const {
    return {"sh", "-c",
            "export LESS= DOCKET_ARCHIVE='" + place.archive() + "' D='" + test::docketProgram() + "'; " + line +
                "; echo END"};
  }
  [[nodiscard]] std::string shown(const std::string& line) const {
    OnTerminal on(shell(line), true);
    EXPECT_TRUE(on.untilShown("END")) << on.emulator.text();
    return on.emulator.text();
  }
};

TEST_F(Pages, GoThroughThePagerOnATerminal) {
  const std::string pager = "DOCKET_PAGER='sed s/^/READ:/' ";
  EXPECT_HAS(shown(pager + "$D games"), "READ:court/7");
  EXPECT_HAS(shown(pager + "$D help games | head -3"), "docket games - ");  // a pipe has no pager
  EXPECT_FALSE(has(shown(pager + "$D help games | head -3"), "READ:"));
  EXPECT_HAS(shown("PAGER='sed s/^/READ:/' $D games"), "READ:court/7");
  EXPECT_HAS(shown("PAGER='sed s/^/OTHER:/' " + pager + "$D games"), "READ:court/7");
  struct {
    const char *line, *said;
  } const without[] = {
      {"$D games --json", "\"game\":\"court/7\""}, {"$D --json show court/7", "\"court/7\""},
      {"DOCKET_PAGER=cat $D games", "court/7"},    {"DOCKET_PAGER= $D games", "court/7"},
      {"$D check", "Nothing is damaged"},          {"TERM=dumb $D games", "court/7"},
  };
  for (const auto& row : without) {
    const std::string text = shown(pager + "; export DOCKET_PAGER; " + row.line);
    EXPECT_FALSE(has(text, "READ:")) << row.line << '\n' << text;
    EXPECT_HAS(text, row.said) << row.line;
  }
  // The status is that of the command, and its errors are not part of the pages.
  EXPECT_HAS(shown(pager + "$D verify court/7 >/dev/null; echo STATUS $?"), "STATUS 1");
  const std::string wrong = shown(pager + "$D show court/8; echo STATUS $?");
  EXPECT_HAS(wrong, "STATUS 2");
  EXPECT_FALSE(has(wrong, "READ:docket:")) << wrong;
}

TEST_F(Pages, HaveColoursOnRequest) {
  struct {
    const char* line;
    bool coloured;
  } const rows[] = {
      {"$D games | cat -v", false},
      {"NO_COLOR= CLICOLOR_FORCE=1 $D games | cat -v", true},
      {"NO_COLOR= CLICOLOR_FORCE=0 $D games | cat -v", false},
      {"NO_COLOR=1 CLICOLOR_FORCE=1 $D games | cat -v", false},
      {"NO_COLOR=1 $D games --color=always | cat -v", true},
      {"NO_COLOR= CLICOLOR_FORCE=1 $D --color never games | cat -v", false},
      {"NO_COLOR= $D --color auto games | cat -v", false},
  };
  for (const auto& row : rows) {
    const std::string text = shown(row.line);
    EXPECT_HAS(text, "court/7") << row.line;
    EXPECT_EQ(has(text, "^[["), row.coloured) << row.line << '\n' << text;
  }
}

TEST_F(Pages, EndQuietlyWhenThePagerIsLeft) {
  const std::string left = shown("DOCKET_PAGER='head -1' $D log court/7");
  EXPECT_HAS(left, "game \"court/7\"");
  EXPECT_FALSE(has(left, "docket:")) << left;
}

TEST_F(Pages, UseTheTerminalsWidthAndTheDefaultInAFile) {
  const auto widest = [](const std::string& text) {
    std::size_t columns = 0;
    for (const std::string& line : linesIn(text)) columns = std::max(columns, columnsOf(line));
    return columns;
  };
  for (const char* asked :
       {"explain court/7 legal 12", "help keys", "help", "verify court/7", "games", "verify --all", "check", "rules",
        "rules show l5r-celestial", "cards", "coverage", "schema", "limits court/7", "replay court/7"}) {
    const std::string line = std::string("DOCKET_PAGER=cat $D ") + asked + " 2>&1";
    const std::string narrow = shown("stty cols 50; " + line);
    EXPECT_LE(widest(narrow), 50U) << narrow;
    EXPECT_GT(widest(narrow), 40U) << narrow;
    EXPECT_GT(widest(shown(line)), 50U) << asked;
    EXPECT_GT(widest(shown("stty cols 50; " + line + " | cat")), 50U) << asked;
  }
}

TEST_F(Pages, AreTheSameInFilesWhateverTheTerminal) {
  const auto written = [&](std::size_t columns) {
    const Columns now(columns);
    EXPECT_NE(DisputedGame::run({"report", "court/7", "-o", place / "page.html"}).status, 2);
    return test::textOf(place / "page.html");
  };
  EXPECT_EQ(written(120), written(0));
}

TEST_F(Pages, WrapTranscriptCommentsAsComments) {
  const std::string narrow = shown("stty cols 50; DOCKET_PAGER=cat $D log court/7");
  std::size_t comments = 0;
  for (const std::string& line : linesIn(narrow)) {
    if (!has(line, "  ; ")) continue;
    ++comments;
    EXPECT_LE(columnsOf(line), 50U) << line;
  }
  EXPECT_GT(comments, 6U) << narrow;
}

}  // namespace
}  // namespace docket::page_test
