// Live recording: answers, refused lines, continuing after an end, sealing.
#include <fmt/format.h>

#include "tests/tools/run.h"
#include "tools/io/line_source.h"

namespace docket::record_test {
namespace {

using test::has;
using test::linesIn;
using test::memberOf;
using test::run;
using test::TempDirectory;

const std::string kHeader = R"({"game":{"id":"g","ruleset":"yugioh","players":[{"name":"A"},{"name":"B"}]}})"
                            "\n";

TEST(Record, AnswersEachLineAndContinuesAfterABadOne) {
  const TempDirectory place;
  struct {
    std::string line, answer;  // a part of it
  } const rows[] = {
      {R"({"game":"g","began":{"period":"turn","player":1}})", R"("n":1,)"},
      {R"({"game":"g","n":5,"note":"x"})", "expected event 2 next, found event 5"},
      {R"({"game":"g","note":"fine"})", R"("n":2,)"},
      {R"({"game":"g","attached":{}})", R"("attached" is not a field)"},
      {R"({"game":"g","cardMoved":{"card":9,"zone":"a new name"}})", "card 9"},
      {R"({"game":"g","deckRegistered":{"player":1,"zone":"nowhere","first":1,"count":2}})", "no zone \"nowhere\""},
      {R"({"game":"g","deckRegistered":{"player":1,"zone":"deck","first":1,"count":2}})", R"("n":3,)"},
      {R"({"game":"other","note":"x"})", R"(there is no game "other")"},
      {R"({"note":"x"})", "with that key first"},
      {"rubbish", "with that key first"},
      {R"({"game":{"id":"g","ruleset":"yugioh"}})", "there is already a game g"},
      {R"({"game":"g","group":3,"note":"with it"})", "event 3 has no group"},
      {R"({"game":"g","note":"last"})", R"("n":4,)"},
  };
  std::string input = kHeader;
  for (const auto& row : rows) input += row.line + "\n";
  const auto ran = run({"record", "--archive", place.archive()}, input);
  EXPECT_EQ(ran.status, 2) << ran.err;
  const auto answers = linesIn(ran.out);
  ASSERT_EQ(answers.size(), std::size(rows) + 2) << ran.out;
  EXPECT_EQ(memberOf(answers[4], "column"), "13") << answers[4];
  EXPECT_HAS(answers.back(), R"("end":{"items":14,"sums":{"refused":9}})");
  EXPECT_EQ(memberOf(answers[0], "n"), "0");
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const bool refused = !rows[i].answer.starts_with("\"n\"");
    const auto& said = answers[i + 1];
    std::string wanted;
    for (const char c : rows[i].answer) wanted += c == '"' && refused ? std::string("\\\"") : std::string(1, c);
    EXPECT_HAS(said, wanted) << rows[i].line;
    EXPECT_EQ(memberOf(said, "line"), refused ? std::to_string(i + 2) : "") << said;
  }
  EXPECT_HAS(run({"games", "--archive", place.archive()}).out, "4 events");
}

TEST(Record, ContinuesAfterAnEndWithTheHeadOfOneSitting) {
  const std::string first = R"({"game":"g","began":{"period":"turn","player":1}})"
                            "\n";
  std::string many;
  for (int i = 0; i < 300; ++i) many += fmt::format("{{\"game\":\"g\",\"note\":\"{}\"}}\n", i);
  const std::string last = R"({"game":"g","began":{"period":"phase","name":"main 1","player":1}})"
                           "\n";
  const TempDirectory place;
  const auto begun = run({"record", "--archive", place.archive()}, kHeader + first);
  EXPECT_EQ(begun.status, 0);
  EXPECT_EQ(run({"record", "--archive", place.archive()}, many).status, 0);
  const auto ended = run({"record", "--archive", place.archive()}, last + R"({"seal":"g"})");
  EXPECT_EQ(ended.status, 0) << ended.out;
  const auto answers = linesIn(ended.out);
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(memberOf(answers[0], "n"), "302");
  EXPECT_EQ(memberOf(answers[1], "sealed"), "true");
  const auto exported = run({"export", "g", "--archive", place.archive(), "-o", place / "g.jsonl", "--json"});
  EXPECT_EQ(exported.status, 0) << exported.err;  // it computes the head from all events, and compares
  EXPECT_EQ(memberOf(exported.out, "head"), memberOf(answers[0], "head"));
  const auto later = run({"record", "--archive", place.archive()}, R"({"game":"g","note":"an appeal"})");
  EXPECT_EQ(memberOf(later.out, "n"), "303");
  EXPECT_HAS(run({"show", "g", "--archive", place.archive()}).out, "303, 302 of them sealed");
}

TEST(Record, ReportsFindingsAgainstAnEvent) {
  const TempDirectory place;
  const auto whole = test::textOf(test::sample("yugioh-use-or-activate.jsonl"));
  std::string input;
  for (const auto& line : linesIn(whole)) {
    input += (input.empty() ? line : R"({"game":"samples/yugioh-use-or-activate",)" + line.substr(1)) + "\n";
  }
  const auto ran =
      run({"record", "--archive", place.archive(), "--cards", test::sample("catalogues/yugioh.json")}, input);
  EXPECT_EQ(ran.status, 0) << ran.out;
  std::vector<std::string> found;
  for (const auto& answer : linesIn(ran.out)) {
    if (!has(answer, "\"findings\":[]") && has(answer, "\"clause\"")) found.push_back(memberOf(answer, "clause"));
  }
  ASSERT_FALSE(found.empty()) << "the sample has illegal activations";
  for (const auto& clause : found) EXPECT_TRUE(has(clause, "ygo.") || has(clause, "table.")) << clause;
  EXPECT_HAS(run({"show", "samples/yugioh-use-or-activate", "--archive", place.archive()}).out, ", sealed")
      << "it ends with gameEnded";
}

TEST(Record, ARewindAffectsEventsOfTheSameBatch) {
  const TempDirectory place;
  const auto ran =
      run({"record", "--archive", place.archive()},
          kHeader + R"({"game":"g","valueChanged":{"subject":"P1","value":"life","how":"lost","amount":500}}
{"game":"g","valueChanged":{"subject":"P1","value":"life","how":"lost","amount":300}}
{"game":"g","rewound":{"to":1,"judge":"J"}}
{"game":"g","valueChanged":{"subject":"P1","value":"life","how":"lost","amount":1}}
)");
  EXPECT_EQ(ran.status, 0) << ran.out;
  const auto board = run({"replay", "g", "--archive", place.archive(), "--json"});
  EXPECT_EQ(board.status, 0) << board.err;
  EXPECT_HAS(board.out, "7499");
}

TEST(LineSource, ReturnsLinesAndDropsOverlongOnes) {
  std::istringstream in("one\n" + std::string(LineSource::kMaxBytes + 5, 'x') + "\n\nlast");
  LineSource lines(in);
  std::string line;
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "one");
  ASSERT_TRUE(lines.next(line));
  EXPECT_TRUE(lines.isOverlong());
  EXPECT_EQ(line, "");
  ASSERT_TRUE(lines.next(line));
  EXPECT_FALSE(lines.isOverlong());
  EXPECT_EQ(line, "");
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "last");
  EXPECT_EQ(lines.number(), 4U);
  EXPECT_FALSE(lines.next(line));
}

}  // namespace
}  // namespace docket::record_test
