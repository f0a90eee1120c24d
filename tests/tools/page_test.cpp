// Pages as wide as what shows them: the help of every command within its columns, prose within those of a terminal, and
// long answers in a pager where a person reads.
#include <algorithm>
#include <chrono>
#include <sstream>
#include <thread>

#include "tests/places.h"
#include "tests/tools/disputed_game.h"
#include "tests/tools/on_terminal.h"
#include "tools/commands/command.h"
#include "tools/io/under_way.h"
#include "tools/render/fitted_text.h"
#include "tools/render/page_width.h"
#include "tools/render/text.h"

namespace docket {
namespace {

using test::Emulator;
using test::has;
using test::OnTerminal;
using test::run;

/// Pages of another width, for as long as this is there.
struct Columns {
  explicit Columns(std::size_t columns) { setPageColumns(columns); }
  ~Columns() { setPageColumns(0); }
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;
};

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(Help, OfEveryPageFitsItsColumns) {
  std::vector<std::string> pages{""};
  for (const Command& command : commands()) pages.emplace_back(command.name);
  for (const std::size_t columns : {80U, 60U, 100U}) {
    const Columns now(columns);
    for (const std::string& page : pages) {
      const auto shown = page.empty() ? run({"help"}) : run({"help", page});
      EXPECT_EQ(shown.status, 0) << page;
      for (const std::string& line : linesOf(shown.out)) EXPECT_LE(columnsOf(line), columns) << page << ": " << line;
    }
  }
}

TEST(Help, LosesNoWordWhateverItsWidth) {
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

TEST(FittedText, BreaksOnlyWhatIsTooWide) {
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

TEST(UnderWay, TellsFromTheFirstSecondOnAndOnlyAtATerminal) {
  for (const bool is_terminal : {true, false}) {
    std::istringstream in;
    std::ostringstream out, err;
    Streams streams{.in = in, .out = out, .err = err, .progress = is_terminal};
    { const UnderWay soon_over(streams, "copying"); }
    EXPECT_EQ(err.str(), "");
    {
      const UnderWay line(streams, "copying");
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

TEST_F(Pages, GoThroughThePagerWhereAPersonReads) {
  const std::string pager = "DOCKET_PAGER='sed s/^/READ:/' ";
  EXPECT_TRUE(has(shown(pager + "$D games"), "READ:court/7"));
  EXPECT_TRUE(has(shown(pager + "$D help games | head -3"), "docket games - "));  // into a pipe: nobody reads there
  EXPECT_FALSE(has(shown(pager + "$D help games | head -3"), "READ:"));
  EXPECT_TRUE(has(shown("PAGER='sed s/^/READ:/' $D games"), "READ:court/7"));
  EXPECT_TRUE(has(shown("PAGER='sed s/^/OTHER:/' " + pager + "$D games"), "READ:court/7"));
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
    EXPECT_TRUE(has(text, row.said)) << row.line << '\n' << text;
  }
  // The status is that of the command, and its errors are no part of what is read.
  EXPECT_TRUE(has(shown(pager + "$D verify court/7 >/dev/null; echo STATUS $?"), "STATUS 1"));
  const std::string wrong = shown(pager + "$D show court/8; echo STATUS $?");
  EXPECT_TRUE(has(wrong, "STATUS 2")) << wrong;
  EXPECT_FALSE(has(wrong, "READ:docket:")) << wrong;
}

TEST_F(Pages, HaveColoursWhereTheyAreWanted) {
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
    EXPECT_TRUE(has(text, "court/7")) << row.line << '\n' << text;
    EXPECT_EQ(has(text, "^[["), row.coloured) << row.line << '\n' << text;
  }
}

TEST_F(Pages, EndQuietlyWhereThePagerIsLeft) {
  const std::string left = shown("DOCKET_PAGER='head -1' $D log court/7");
  EXPECT_TRUE(has(left, "game \"court/7\"")) << left;
  EXPECT_FALSE(has(left, "docket:")) << left;
}

TEST_F(Pages, AreAsWideAsTheTerminalAndInAFileAsEver) {
  const auto widest = [](const std::string& text) {
    std::size_t columns = 0;
    for (const std::string& line : linesOf(text)) columns = std::max(columns, columnsOf(line));
    return columns;
  };
  for (const char* asked : {"explain court/7 legal 12", "help keys", "help", "verify court/7"}) {
    const std::string line = std::string("DOCKET_PAGER=cat $D ") + asked + " 2>&1";
    const std::string narrow = shown("stty cols 50; " + line);
    EXPECT_LE(widest(narrow), 50U) << narrow;
    EXPECT_GT(widest(narrow), 40U) << narrow;
    EXPECT_GT(widest(shown(line)), 50U) << asked;
    EXPECT_GT(widest(shown("stty cols 50; " + line + " | cat")), 50U) << asked;
  }
}

}  // namespace
}  // namespace docket
