// What a judge's correction says happened, in the place of what was recorded: asked before the correction it is the
// recorded event that is judged, asked after it what happened instead. What was found against the record stays told.
#include <fmt/format.h>

#include "tests/tools/json.h"
#include "tests/tools/marked.h"
#include "tests/tools/railyard.h"

namespace docket {
namespace {

using test::has;
using test::Json;
using test::Ran;

// 7 is a second wagon of a title on locomotive 1, 8 more coal than it may have, 9 no more than locomotive 2 may have.
constexpr const char* kDay =
    R"({"deckRegistered":{"player":1,"zone":"hand","first":1,"count":4},"context":{"identities":[{"card":1,"definition":"Pufferbelly"},{"card":2,"definition":"Pufferbelly"},{"card":3,"definition":"Mail Car"},{"card":4,"definition":"Mail Car"}]}}
{"began":{"period":"turn","player":1}}
{"began":{"period":"phase","name":"load","player":1}}
{"actor":1,"cardMoved":{"card":1,"player":1,"zone":"yard"}}
{"actor":1,"cardMoved":{"card":3,"player":1,"zone":"yard"}}
{"actor":1,"cardAttached":{"card":3,"host":"#1","kind":"wagon"}}
{"actor":1,"cardAttached":{"card":4,"host":"#1","kind":"wagon"}}
{"actor":1,"counterPlaced":{"subject":"#1","counter":"Coal","amount":7}}
{"actor":1,"counterPlaced":{"subject":"P1","counter":"Coal","amount":5}}
{"note":"a judge is called"}
)";

class Corrected : public test::Railyard {
 protected:
  /// Event 11 is what the judge says.
  void correct(const std::string& what) {
    const Ran ran = take("day", std::string(kDay) + R"({"corrected":{)" + what + "}}\n");
    ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
  }
  [[nodiscard]] std::string asked(const std::string& at, const std::string& question) const {
    const Json answer = Json::of(run({"ask", "day", "--at", at, "--json", question}).out)["answers"].items().front();
    return answer["value"].text() + " " + answer["grade"].text();
  }
  [[nodiscard]] std::string gradeOf(const std::string& at, const std::string& event) const {
    return Json::of(run({"explain", "day", "legal", event, "--at", at, "--json"}).out)["grade"].text();
  }
  /// The findings of verify: "8 rail.coal.most taken back; 9 rail.coal.most by 11".
  [[nodiscard]] std::string found() const {
    std::string all;
    const Json verdict = Json::of(run({"verify", "day", "--json"}).out).items().front();
    for (const Json& one : verdict["legality"]["findings"].items()) {
      all += (all.empty() ? "" : "; ") + one["finding"]["event"].text() + " " + one["finding"]["clause"].text();
      if (one["takenBack"].text() == "true") all += " taken back";
      if (!one["replacedBy"].isNull()) all += " by " + one["replacedBy"].text();
    }
    return all;
  }
};

TEST_F(Corrected, AnIllegalEventThatWasRecordedWronglyIsLegalAsTheJudgeCorrectsIt) {
  correct(R"("event":8,"replacement":{"actor":1,"counterPlaced":{"subject":"#1","counter":"Coal","amount":5}})");
  EXPECT_EQ(asked("10", "legal(8)"), "false EXACT");
  EXPECT_EQ(asked("11", "legal(8)"), "true EXACT");
  EXPECT_EQ(asked("11", "broke(8, \"rail.coal.most\")"), "false EXACT");
  EXPECT_EQ(asked("11", "before(9, counters(#1, \"Coal\"))"), "5 EXACT");
  EXPECT_EQ(asked("10", "before(9, counters(#1, \"Coal\"))"), "7 EXACT");
  EXPECT_EQ(run({"explain", "day", "legal", "8", "--at", "10"}).status, 1);
  const Ran explained = run({"explain", "day", "legal", "8"});
  EXPECT_EQ(explained.status, 0) << explained.out;
  EXPECT_TRUE(has(explained.out, "as event 11 corrects it")) << explained.out;
  EXPECT_EQ(found(), "7 rail.couple.same; 8 rail.coal.most taken back");
  EXPECT_TRUE(has(run({"verify", "day"}).out, "a judge corrected this event"));
}

TEST_F(Corrected, WhatAJudgePutsInThePlaceOfAnEventIsJudgedItself) {
  correct(R"("event":9,"replacement":{"actor":1,"counterPlaced":{"subject":"#1","counter":"Coal","amount":2}})");
  EXPECT_EQ(asked("10", "legal(9)"), "true EXACT");
  EXPECT_EQ(asked("11", "legal(9)"), "false EXACT");
  EXPECT_EQ(run({"explain", "day", "legal", "9"}).status, 1);
  EXPECT_EQ(found(), "7 rail.couple.same; 8 rail.coal.most; 9 rail.coal.most by 11");
  const Ran verified = run({"verify", "day"});
  EXPECT_EQ(verified.status, 1);
  EXPECT_TRUE(has(verified.out, "The replacement of event 9")) << verified.out;
  const auto log = Json::of(run({"log", "day", "--json"}).out).items();
  EXPECT_EQ(log[8]["findings"].items().size(), 0U);
  ASSERT_EQ(log[10]["findings"].items().size(), 1U) << "told where the judge says it";
  EXPECT_EQ(log[10]["findings"].items().front()["clause"].text(), "rail.coal.most");
}

TEST_F(Corrected, ALaterEventIsJudgedOnTheTableThatTheCorrectionMakes) {
  correct(R"("event":6,"replacement":{"actor":1,"cardMoved":{"card":3,"player":1,"zone":"yard"}})");
  EXPECT_EQ(asked("10", "legal(7)"), "false EXACT");
  EXPECT_EQ(asked("11", "legal(7)"), "true EXACT");
  EXPECT_EQ(run({"explain", "day", "legal", "7"}).status, 0);
  EXPECT_EQ(found(), "7 rail.couple.same taken back; 8 rail.coal.most");
  EXPECT_TRUE(has(run({"verify", "day"}).out, "a judge corrected an event before this one"));
}

TEST_F(Corrected, WhatDidNotHappenIsNeitherLegalNorIllegal) {
  correct(R"("event":8)");
  EXPECT_EQ(asked("10", "legal(8)"), "false EXACT");
  EXPECT_EQ(asked("11", "legal(8)"), "unknown UNVERIFIED");
  EXPECT_EQ(asked("11", "actor(8)"), "unknown UNVERIFIED");
  EXPECT_EQ(asked("11", "after(8, counters(#1, \"Coal\"))"), "0 EXACT");
  EXPECT_TRUE(has(run({"ask", "day", "legal(8)"}).out, "there is no event 8 here"));
  EXPECT_EQ(gradeOf("11", "8"), "UNVERIFIED");
  EXPECT_EQ(gradeOf("10", "8"), "EXACT");
  EXPECT_EQ(found(), "7 rail.couple.same; 8 rail.coal.most taken back");
}

TEST_F(Corrected, ARulingSpeaksOfWhatItsPointKnows) {
  const std::string rulings = R"x({"rulingGiven":{"judge":"Corin","at":10,"claim":"legal(8)"}}
{"rulingGiven":{"judge":"Corin","at":11,"claim":"legal(8)"}}
)x";
  const Ran ran = take(
      "day",
      std::string(kDay) +
          R"({"corrected":{"event":8,"replacement":{"actor":1,"counterPlaced":{"subject":"#1","counter":"Coal","amount":5}}}})" +
          "\n" + rulings);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Json verdict = Json::of(run({"verify", "day", "--json"}).out).items().front();
  ASSERT_EQ(verdict["rulings"]["given"].items().size(), 2U) << verdict.written();
  EXPECT_EQ(verdict["rulings"]["given"].items()[0]["outcome"].text(), "overturned");
  EXPECT_EQ(verdict["rulings"]["given"].items()[1]["outcome"].text(), "upheld");
}

}  // namespace
}  // namespace docket
