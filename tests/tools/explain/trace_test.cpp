// docket trace: every change of a value over a game.
#include <fmt/format.h>

#include <map>
#include <utility>

#include "tests/tools/disputed_game.h"

namespace docket::trace_test {
namespace {

using test::Ran;

class Trace : public test::DisputedGame {};

TEST_F(Trace, ReportsEachChangeOfAValueWithItsCauseAndClause) {
  const Ran ran = run({"trace", "court/7", R"(stat(#2, "Force"))"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(     0   unknown  UNVERIFIED  at the start
     1   4        P1 registers hand #1..#3
         A. no bonuses and no penalties: 4 [l5r.calc.sum]
     9   6        P1 attaches "Iron Blade" #3 to "Steady Guard" #2 as weapon
         +2 from Iron Blade #3, while its source is attached
    14   6        DIVERGED  observes Force 5 of "Steady Guard" #2
         the recorder observed: 5
    18   unknown  UNVERIFIED  P2 takes control of "Steady Guard" #2 until turn because 12
         stale: the rules gave a different result then, and something has
           happened since
4 changes
)text");
}

TEST_F(Trace, AgreesWithAskAtEveryEvent) {
  for (const std::string question : {R"(stat(#2, "Force"))", R"(value(P1, "Family Honor"))", "controller(#2)",
                                     "count(in play)", R"(used(#2, 1, "once-per-turn"))", "legal(12)", "zone(#2)"}) {
    std::map<int, std::string> said;  // the value and grade from each step on
    std::istringstream lines(run({"trace", "court/7", question, "--csv"}).out);
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(line, "event,when,value,number,grade,takenBack,what,cause,clause");
    while (std::getline(lines, line)) said[std::stoi(line)] = line;
    ASSERT_FALSE(said.empty()) << question;
    for (int event = 0; event <= 18; ++event) {
      const std::string asked = run({"ask", "court/7", "--at", std::to_string(event), question}).out;
      const auto value = asked.substr(asked.find(question) + question.size() + 2);
      const std::string answer = value.substr(0, value.find("  "));
      const std::string& step = std::prev(said.upper_bound(event))->second;
      EXPECT_HAS(step, "," + answer + ",") << question << " at " << event << ": " << asked;
    }
  }
}

TEST_F(Trace, EndsAnObservationWithTheNextEventThatChangesTheTable) {
  const std::string question = R"(count(in "fate deck" of P2))";
  std::string game = test::kGame;
  game.replace(game.find("court/7"), 7, "court/9");
  importGame("observed.jsonl", game + R"json({"observed":{"expression":"count(in \"fate deck\" of P2)","value":"7"}}
{"note":"nothing happens"}
{"actor":1,"valueChanged":{"subject":"P1","value":"Family Honor","how":"gained","amount":1}}
)json");
  // Neither event changes what the expression reads; the second one changes the table, which was not observed.
  EXPECT_EQ(run({"trace", "court/9", question, "--from", "17"}).out, R"text(    17   0  at the start
    19   0  DIVERGED  observes "count(in \"fate deck\" of P2)" = "7"
         the recorder observed: 7
    21   0  P1 gains 1 "Family Honor"
         no longer: the recorder observed: 7
2 changes
)text");
  for (const auto& [at, grade] : {std::pair(18, "EXACT"), {19, "DIVERGED"}, {20, "DIVERGED"}, {21, "EXACT"}}) {
    const Ran ran = run({"ask", "court/9", "--at", std::to_string(at), question});
    EXPECT_HAS(ran.out, std::string(" ") + grade + "\n") << at;
  }
}

TEST_F(Trace, FollowsRewindsAndMarksRewoundEvents) {
  importGame("rewound.jsonl", std::string(test::kGame).replace(std::string(test::kGame).find("court/7"), 7, "court/8") +
                                  R"({"rewound":{"to":10,"judge":"Dana"}})" + "\n");
  const Ran ran = run({"trace", "court/8", R"(value(P1, "Family Honor"))", "--from", "5"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "    11-  2  P1 gains 2");
  EXPECT_HAS(ran.out, "    19   0  ");
  EXPECT_HAS(ran.out, "\n2 changes\n");
}

TEST_F(Trace, RefusesInvalidQuestions) {
  EXPECT_HAS(run({"trace", "court/7", R"(stat(#2, "Forc"))"}).err, R"(did you mean "Force"?)");
  const Ran backwards = run({"trace", "court/7", "count(in play)", "--from", "10", "--to", "5"});
  EXPECT_EQ(backwards.status, 2);
  EXPECT_HAS(backwards.err, "--to 5 is before --from 10");
}

TEST_F(Trace, EscapesCellsThatASpreadsheetWouldEvaluate) {
  const Ran ran = run({"trace", "court/7", R"(stat(#2, "Force"))", "--csv"});
  EXPECT_HAS(ran.out, R"(9,"turn 1, action phase",6,6,EXACT,false,"P1 attaches ""Iron Blade"" #3)");
  EXPECT_HAS(ran.out, R"(," +2 from Iron Blade #3, while its source is attached",)");
}

}  // namespace
}  // namespace docket::trace_test
