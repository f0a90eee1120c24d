// Common to every command: help, mistakes on the command line, destination of the output.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ostream>
#include <regex>
#include <string>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tests/tools/run.h"
#include "tools/commands/typed_words.h"
#include "tools/io/output.h"
#include "tools/words/text.h"

namespace docket::program_test {
namespace {

using test::has;
using test::run;

TEST(Program, ListsEveryCommandWithAnExample) {
  const auto overview = run({"help"});
  EXPECT_EQ(overview.status, 0);
  // A summary can continue on the next line.
  const std::string summaries = std::regex_replace(overview.out, std::regex("\\s+"), " ");
  for (const Command& command : commands()) {
    EXPECT_HAS(summaries, std::string(command.summary)) << command.name;
    const auto asked = run({"help", std::string(command.name)});
    EXPECT_EQ(asked.status, 0);
    EXPECT_HAS(asked.out, fmt::format("\n  docket {}", command.name)) << "no example: " << command.name;
    EXPECT_HAS(asked.out, "--json") << command.name;
    EXPECT_EQ(run({std::string(command.name), "--help"}).out, asked.out);
  }
}

TEST(Program, AcceptsGlobalOptionsBeforeTheCommand) {
  const test::TempDirectory place;
  const std::string game = place.file("g.jsonl", R"({"game":{"id":"of-here","ruleset":"yugioh","players":[{},{}]}})"
                                                 "\n");
  ASSERT_EQ(run({"--archive", place.archive(), "import", game}).status, 0);
  EXPECT_HAS(run({"--archive=" + place.archive(), "--json", "games"}).out, R"({"game":"of-here")");
  // An option after the command outranks one before it.
  EXPECT_HAS(run({"--archive", place / "none", "games", "--archive", place.archive()}).out, "of-here");
  EXPECT_HAS(run({"--archive"}).err, "its value is missing");
  EXPECT_EQ(run({"--archive", place.archive()}).status, 2);
  EXPECT_EQ(run({"-V"}).out, run({"--version"}).out);
}

TEST(Program, ColoursOutputByTheOption) {
  const test::TempDirectory place;
  const std::string game = place.file("g.jsonl", R"({"game":{"id":"of-here","ruleset":"yugioh","players":[{},{}]}})"
                                                 "\n");
  ASSERT_EQ(run({"import", "--archive", place.archive(), game}).status, 0);
  const auto coloured = [&](const std::string& when) {
    return has(run({"games", "--archive", place.archive(), "--color", when}).out, "\x1b[");
  };
  EXPECT_TRUE(coloured("always"));
  EXPECT_FALSE(coloured("never"));
  EXPECT_FALSE(coloured("auto"));  // a test is no terminal
  const auto refused = run({"games", "--archive", place.archive(), "--color", "blue"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_HAS(refused.err, "expected auto, always or never");
}

TEST(Program, RefusesATypoWithTheNearestName) {
  struct {
    std::vector<std::string> typed;
    std::string said;
  } const rows[] = {
      {{}, "Usage: docket [OPTION...] COMMAND"},
      {{"imprt"}, "did you mean \"import\"?"},
      {{"import", "--rulset", "x", "f"}, "there is no option --rulset (did you mean \"--ruleset\"?)"},
      {{"import"}, "expected FILE..."},
      {{"cards", "find", "e", "--most", "0"}, "--most \"0\": expected a number from 1 to 1000000"},
      {{"cards", "find", "e", "--most=-1"}, "--most \"-1\": expected a number from 1 to 1000000"},
      {{"generate", "yugioh", "--games", "3x"}, "--games \"3x\": expected a number from 1 to 1000000"},
      {{"generate", "yugioh", "--planted"}, "the required argument for option '--planted' is missing"},
      {{"games", "one"}, "\"one\" is one argument too many"},
      {{"show", "a", "b"}, "\"b\" is one argument too many"},
      {{"games", "--since", "2011"}, "expected a date"},
      {{"report", "--json", "g"}, "docket report: --json reports what was written"},
      {{"import", "--seat", "P9", "x"}, "expected a player's seat"},
      {{"rules", "shw"}, "did you mean \"show\"?"},
      {{"games", "--archive"}, "archive"},
      {{"import", "--cards"}, "cards"},
  };
  for (const auto& row : rows) {
    const auto ran = run(row.typed);
    EXPECT_EQ(ran.status, 2) << row.said;
    EXPECT_HAS(ran.err, row.said);
    EXPECT_FALSE(has(ran.err, "docket: docket ")) << ran.err;
    const bool in_json = std::find(row.typed.begin(), row.typed.end(), "--json") != row.typed.end();
    EXPECT_EQ(ran.out.empty(), !in_json) << row.said;
  }
}

TEST(Program, UsesTheLastNumberTypedOrTheDefault) {
  const auto typed = run({"generate", "yugioh", "--games", "5", "--seed", "3", "--games", "2", "--seed=4"});
  ASSERT_EQ(typed.status, 0) << typed.err;
  EXPECT_HAS(typed.out, "\"yugioh-4-2\"") << typed.out.substr(0, 200);
  EXPECT_FALSE(has(typed.out, "\"yugioh-4-3\""));
  const auto none = run({"generate", "yugioh"});
  EXPECT_EQ(none.out, run({"generate", "yugioh", "--games", "1", "--seed", "1", "--planted", "0"}).out);
}

TEST(Program, ReportsThatThereIsNoArchive) {
  const test::TempDirectory place;
  for (const char* command : {"games", "show", "export"}) {
    std::vector<std::string> typed{command, "--archive", place / "nothing"};
    if (typed[0] != "games") typed.emplace_back("g");
    const auto ran = run(typed);
    EXPECT_EQ(ran.status, 2) << ran.err;
    EXPECT_HAS(ran.err, place / "nothing");
    EXPECT_FALSE(std::filesystem::exists(place / "nothing"));
  }
}

TEST(Printable, EscapesTerminalControlCharacters) {
  struct {
    std::string text, shown;
  } const rows[] = {
      {"Doji Hoturi", "Doji Hoturi"},
      {"a\x1b[2Jb", "a\\x1b[2Jb"},
      {"\xC2\x9B"
       "31m",
       "\\u{9b}31m"},                         // a control sequence in one character
      {"x\xE2\x80\xAEtxt", "x\\u{202e}txt"},  // right-to-left override
      {"x\xE2\x81\xA6y", "x\\u{2066}y"},      // an isolate
      {"caf\xC3\xA9 \xE9\x9D\x92", "caf\xC3\xA9 \xE9\x9D\x92"},
      {"\xFF\xC0\xAF", "\\xff\\xc0\\xaf"},  // no UTF-8, and an overlong slash
      {"\xED\xA0\x80", "\\xed\\xa0\\x80"},  // a surrogate
      {"a\nb\tc", "a\\nb\\x09c"},
  };
  for (const auto& row : rows) EXPECT_EQ(printable(row.text), row.shown);
  EXPECT_EQ(printable("a\nb", LineBreaks::kept), "a\nb");
  EXPECT_EQ(columnsOf("\xE9\x9D\x92x"), 3U);
  EXPECT_EQ(columnsOf("e\xCC\x81"), 1U) << "an accent that joins the letter before it";
  EXPECT_EQ(columnsOf("\xF0\x9F\x8E\xB4"), 2U) << "a playing card of flowers";
  EXPECT_EQ(columnsOf("\xEF\xBD\xB1\xE2\x94\x94"), 2U) << "a half-wide letter, a line of a tree";
  EXPECT_EQ(columnsOf("\xFFx"), 2U) << "a byte that is not UTF-8";
  EXPECT_EQ(padded("ab", 4), "ab  ");
}

TEST(JsonWriter, WritesOneValidLineWhateverTheTexts) {
  JsonWriter json;
  json.object().member("a", 1).member("b", "x\"\\\n\x1b\xE2\x80\xAE\xFF").list("c").item(true).item(-2).object().end();
  json.end().memberNull("d").memberJson("e", "[1]").object("f").end().end();
  EXPECT_EQ(json.text(), R"({"a":1,"b":"x\"\\\n\u001b\u202e\ufffd","c":[true,-2,{}],"d":null,"e":[1],"f":{}})");
}

TEST(Output, EndsOnAClosedPipeAndFailsOnAFullDisk) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  {
    DescriptorBuffer buffer(ends[1], "a pipe");
    std::ostream out(&buffer);
    out.exceptions(std::ios::badbit);
    EXPECT_THROW(out << "x" << std::flush, OutputClosed);
  }
  std::signal(SIGPIPE, before);
  ::close(ends[1]);
  const int full = ::open("/dev/full", O_WRONLY);
  if (full < 0) GTEST_SKIP() << "this system has no /dev/full";
  {
    DescriptorBuffer buffer(full, "it");
    std::ostream out(&buffer);
    out.exceptions(std::ios::badbit);
    EXPECT_THROW(out << "x" << std::flush, EnvironmentError);
  }
  ::close(full);
}

TEST(Output, AFileAppearsOnlyOnceItIsWhole) {
  const test::TempDirectory place;
  {
    OutputFile dropped(place / "f");
    dropped.stream() << "half";
  }
  EXPECT_TRUE(std::filesystem::is_empty(place / ""));
  OutputFile kept(place / "f");
  kept.stream() << "whole";
  EXPECT_FALSE(std::filesystem::exists(place / "f"));
  kept.keep();
  EXPECT_EQ(test::textOf(place / "f"), "whole");
  EXPECT_THROW(OutputFile(place / "no/such/f"), BadInput);
}

TEST(Commands, DeclareLongOutputAndReadOnlyAccess) {
  for (const Command& command : commands()) {
    const std::string name(command.name);
    EXPECT_EQ(usesPager(std::vector<std::string>{"--archive", "x", name}), command.uses_pager) << name;
    EXPECT_FALSE(usesPager(std::vector<std::string>{name, "--json"})) << name;
    EXPECT_TRUE(usesPager(std::vector<std::string>{name, "--help"})) << name;
    EXPECT_TRUE(command.read_only_subcommands.empty() || command.changes_archive) << name;
    for (const std::string_view use : command.read_only_subcommands)
      EXPECT_HAS(" " + std::string(command.words) + " ", std::string(use)) << name << ' ' << use;
  }
}

TEST(Session, RunsReadOnlyCommandsAndEnds) {
  const test::TempDirectory place;
  const std::string rules = place.file("rules.json", "{}");
  const auto is_refused = [&](const std::string& words) {
    const auto ran = run({"session", "--archive", place.archive()}, words + '\n');
    return has(ran.out, "is not a command that only reads and ends by itself");
  };
  for (const Command& command : commands()) {
    const std::string word = "[\"" + std::string(command.name) + "\"]";
    const bool runs = !command.is_interactive && (!command.changes_archive || !command.read_only_subcommands.empty());
    EXPECT_EQ(is_refused(word), !runs) << word;
  }
  EXPECT_HAS(run({"session", "--help"}).out, "commands may write the file or\nfolder that they are given");
  EXPECT_FALSE(is_refused(R"(["rules", "show", "yugioh"])"));
  EXPECT_FALSE(is_refused(R"(["cards", "--json"])"));
  EXPECT_TRUE(is_refused(R"(["rules", "add", ")" + rules + R"("])"));
  EXPECT_TRUE(is_refused(R"(["cards", "import", "x.json"])"));
}

}  // namespace
}  // namespace docket::program_test
