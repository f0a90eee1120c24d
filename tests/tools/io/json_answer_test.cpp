// tools/io/json_answer.h: every answer in JSON has the same shape and is complete.
#include <algorithm>

#include "tests/tools/disputed_game.h"
#include "tests/tools/every_command.h"
#include "tests/tools/json.h"
#include "tools/io/json_answer.h"

namespace docket::test::json_answer_test {
namespace {

/// The third member of a line: "answer", "item", "end" or "error"; empty if the line has another shape.
std::string kindOf(const std::string& line) {
  const Json read = Json::valueOf(line);
  const auto& members = read.members();
  const std::vector<std::string> kinds{"answer", "item", "end", "error"};
  const bool shaped = members.size() == 3 && members[0].first == "docket" && members[1].first == "command" &&
                      read["docket"].text() == std::to_string(kJsonVersion) &&
                      std::find(kinds.begin(), kinds.end(), members[2].first) != kinds.end();
  return shaped ? members[2].first : std::string();
}

TEST(AnswersInJson, LocateMistakesInTheInput) {
  const struct {
    BadInput error;
    std::string file;
    std::size_t line, column;
  } table[] = {
      {BadInput("no such game"), "", 0, 0},
      {BadInput("a.json", 0, 0, "it contains no game"), "a.json", 0, 0},
      {BadInput("a:2.json", 3, 0, "a line longer than 16 MiB"), "a:2.json", 3, 0},
      {BadInput("standard input", 3, 17, "expected: an object"), "standard input", 3, 17},
      {BadInput("", 3, 17, "expected an object"), "", 3, 17},
      {BadDocument("rules.json", "limits[3].within", 1, 4, "there is no period"), "rules.json", 0, 0},
  };
  for (const auto& row : table) {
    const ErrorReport told = reportOf(row.error);
    EXPECT_EQ(told.status, 2);
    EXPECT_EQ(told.file, row.file) << row.error.what();
    EXPECT_EQ(told.line, row.line) << row.error.what();
    EXPECT_EQ(told.column, row.column) << row.error.what();
    EXPECT_TRUE(std::string(row.error.what()).ends_with(told.message)) << told.message;
  }
}

using AnswersOfCommands = DisputedGame;

TEST_F(AnswersOfCommands, AreCompleteLinesOfOneShape) {
  for (const Typed& typed : everyCommand(place, "court/7")) {
    if (typed.words.front() == "help" || typed.words.front() == "session") continue;  // a session has many answers
    auto words = typed.words;
    words.insert(words.begin() + 1, {"--json", "--archive", place.archive()});
    const Ran ran = test::run(words, typed.input);
    std::string shown;
    for (const auto& word : words) shown += word + ' ';
    const bool writes_a_file =
        words.front() == "export" || (words.front() == "generate" && !has(shown, "-o "));  // as docs/json.md says
    if (writes_a_file) continue;
    const auto lines = linesIn(ran.out);
    ASSERT_FALSE(lines.empty()) << shown << ran.err;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string kind = kindOf(lines[i]);
      EXPECT_NE(kind, "") << shown << lines[i].substr(0, 200);
      EXPECT_EQ(kind == "item", i + 1 < lines.size()) << shown << lines[i].substr(0, 200);
    }
    const bool failed = kindOf(lines.back()) == "error";
    EXPECT_TRUE(!failed || ran.status >= 2) << shown << ran.out;
  }
}

TEST_F(AnswersOfCommands, ReportErrorsWithTheirStatus) {
  const std::string draft = place.file("draft.json", "{\"name\": \"draft\",\n \"clausse\": []}");
  const struct {
    std::vector<std::string> words;
    std::string command, error;
  } table[] = {
      {{"limits", "court/8", "--json"},
       "limits",
       "{\"status\":2,\"message\":\"" + place.archive() + ": there is no game \\\"court/8\\\""},
      {{"--json", "verrify", "court/7"},
       "verrify",
       R"json({"status":2,"message":"there is no command \"verrify\" (did you)json"},
      {{"limits", "court/7", "--at", "--json"}, "limits", R"({"status":2,)"},
      {{"rules", "show", draft, "--json"},
       "rules",
       R"json({"status":2,"message":"\"clausse\" is not a field of Ruleset (did you mean \"clauses\"?)","file":")json" +
           draft + R"json(","line":2,"column":2,"next":null})json"},
  };
  for (const auto& row : table) {
    const Ran ran = run(row.words);
    EXPECT_NE(ran.status, 0);
    const std::string begin = R"json({"docket":2,"command":")json" + row.command + R"json(","error":)json" + row.error;
    EXPECT_TRUE(ran.out.starts_with(begin)) << ran.out << begin;
    EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1) << ran.out;
    EXPECT_TRUE(ran.err.starts_with("docket")) << ran.err;
  }
  EXPECT_EQ(run({"limits", "court/8"}).out, "");
  const Ran nowhere = test::run({"--archive", "/nowhere", "--json", "games"});
  EXPECT_TRUE(nowhere.out.starts_with(R"({"docket":2,"command":"games","error":{"status":2,"message":"/nowhere: )"))
      << nowhere.out;
}

}  // namespace
}  // namespace docket::test::json_answer_test
