// Corrected events: before the correction the recorded event is judged, after it the replacement. Findings against
// the record stay reported.
#include <fmt/format.h>

#include "tests/tools/json.h"
#include "tests/tools/marked.h"
#include "tests/tools/railyard.h"

namespace docket::corrected_events_test {
namespace {

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
  /// Event 11 is the judge's correction.
  void correct(const std::string& what) {
    const Ran ran = importGame("day", std::string(kDay) + R"({"corrected":{)" + what + "}}\n");
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

TEST_F(Corrected, AWronglyRecordedEventIsLegalAsCorrected) {
  correct(R"("event":8,"replacement":{"actor":1,"counterPlaced":{"subject":"#1","counter":"Coal","amount":5}})");
  EXPECT_EQ(asked("10", "legal(8)"), "false EXACT");
  EXPECT_EQ(asked("11", "legal(8)"), "true EXACT");
  EXPECT_EQ(asked("11", "broke(8, \"rail.coal.most\")"), "false EXACT");
  EXPECT_EQ(asked("11", "before(9, counters(#1, \"Coal\"))"), "5 EXACT");
  EXPECT_EQ(asked("10", "before(9, counters(#1, \"Coal\"))"), "7 EXACT");
  EXPECT_EQ(run({"explain", "day", "legal", "8", "--at", "10"}).status, 1);
  const Ran explained = run({"explain", "day", "legal", "8"});
  EXPECT_EQ(explained.status, 0) << explained.out;
  EXPECT_HAS(explained.out, "as corrected by event 11");
  EXPECT_EQ(found(), "7 rail.couple.same; 8 rail.coal.most taken back");
  EXPECT_HAS(run({"verify", "day"}).out, "a judge corrected this event");
}

TEST_F(Corrected, TheReplacementOfAnEventIsItselfJudged) {
  correct(R"("event":9,"replacement":{"actor":1,"counterPlaced":{"subject":"#1","counter":"Coal","amount":2}})");
  EXPECT_EQ(asked("10", "legal(9)"), "true EXACT");
  EXPECT_EQ(asked("11", "legal(9)"), "false EXACT");
  EXPECT_EQ(run({"explain", "day", "legal", "9"}).status, 1);
  EXPECT_EQ(found(), "7 rail.couple.same; 8 rail.coal.most; 9 rail.coal.most by 11");
  const Ran verified = run({"verify", "day"});
  EXPECT_EQ(verified.status, 1);
  EXPECT_HAS(verified.out, "The replacement of event 9");
  const auto log = Json::of(run({"log", "day", "--json"}).out).items();
  EXPECT_EQ(log[8]["findings"].items().size(), 0U);
  ASSERT_EQ(log[10]["findings"].items().size(), 1U) << "the finding is at the judge's correction";
  EXPECT_EQ(log[10]["findings"].items().front()["clause"].text(), "rail.coal.most");
}

TEST_F(Corrected, ALaterEventIsJudgedOnTheCorrectedTable) {
  correct(R"("event":6,"replacement":{"actor":1,"cardMoved":{"card":3,"player":1,"zone":"yard"}})");
  EXPECT_EQ(asked("10", "legal(7)"), "false EXACT");
  EXPECT_EQ(asked("11", "legal(7)"), "true EXACT");
  EXPECT_EQ(run({"explain", "day", "legal", "7"}).status, 0);
  EXPECT_EQ(found(), "7 rail.couple.same taken back; 8 rail.coal.most");
  EXPECT_HAS(run({"verify", "day"}).out, "a judge corrected an earlier event, after which this no");
}

TEST_F(Corrected, ARemovedEventIsNeitherLegalNorIllegal) {
  correct(R"("event":8)");
  EXPECT_EQ(asked("10", "legal(8)"), "false EXACT");
  EXPECT_EQ(asked("11", "legal(8)"), "unknown UNVERIFIED");
  EXPECT_EQ(asked("11", "actor(8)"), "unknown UNVERIFIED");
  EXPECT_EQ(asked("11", "after(8, counters(#1, \"Coal\"))"), "0 EXACT");
  EXPECT_HAS(run({"ask", "day", "legal(8)"}).out, "there is no event 8 here");
  EXPECT_EQ(gradeOf("11", "8"), "UNVERIFIED");
  EXPECT_EQ(gradeOf("10", "8"), "EXACT");
  EXPECT_EQ(found(), "7 rail.couple.same; 8 rail.coal.most taken back");
}

TEST_F(Corrected, ARulingIsJudgedByWhatWasKnownAtItsPoint) {
  const std::string rulings = R"x({"rulingGiven":{"judge":"Corin","at":10,"claim":"legal(8)"}}
{"rulingGiven":{"judge":"Corin","at":11,"claim":"legal(8)"}}
)x";
  const Ran ran = importGame(
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

/// The same day with a correction of it behind so many notes, as the other commands take it: each reports the events
/// that verify counts. In games longer than one row, the correction is in another row than the event that it corrects.
class CorrectedDay : public test::Railyard, public testing::WithParamInterface<int> {
 protected:
  static constexpr const char* kFive =
      R"("event":8,"replacement":{"actor":1,"counterPlaced":{"subject":"#1","counter":"Coal","amount":5}})";
  static constexpr const char* kTwoMore =
      R"("event":9,"replacement":{"actor":1,"counterPlaced":{"subject":"#1","counter":"Coal","amount":2}})";

  [[nodiscard]] static std::string correction(const std::string& what) { return R"({"corrected":{)" + what + "}}\n"; }
  /// The day, and the notes.
  [[nodiscard]] static std::string before() {
    std::string lines = kDay;
    for (int i = 0; i < GetParam(); ++i) lines += "{\"note\":\"they wait\"}\n";
    return lines;
  }
  static int by() { return 11 + GetParam(); }
  void correct(const std::string& id, const std::string& what) {
    const Ran ran = importGame(id, before() + correction(what));
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  /// Its rules with another bound of coal.
  [[nodiscard]] std::string rulesWithCoal(int most) const {
    std::string text = test::textOf(document("ruleset"));
    const std::string was = R"(counters(it, \"Coal\") <= 6)";
    EXPECT_NE(text.find(was), std::string::npos);
    text.replace(text.find(was), was.size(), fmt::format(R"(counters(it, \"Coal\") <= {})", most));
    return place.file(fmt::format("coal-{}.json", most), text);
  }
  /// The legality part of regress: "8 illegal [rail.coal.most] -> legal; ...".
  [[nodiscard]] std::string regressed(const std::string& to) const {
    const Ran ran = run({"regress", "--to", to, "--json"});
    EXPECT_LE(ran.status, 1) << ran.err;
    std::string all;
    const Json told_differences = Json::of(ran.out);
    for (const Json& one : told_differences["differences"].items()) {
      if (one["kind"].text() != "legality") continue;
      all += (all.empty() ? "" : "; ") + one["event"].text() + " " + one["from"].text() + " -> " + one["to"].text();
    }
    return all;
  }
  /// The number of breaches of a clause that coverage counts.
  [[nodiscard]] std::string broken(const std::string& clause) const {
    const Json covered = Json::of(run({"coverage", "--json"}).out).items().front();
    for (const Json& one : covered["clauses"].items()) {
      if (one["clause"].text() == clause) return one["broken"].text();
    }
    return "none";
  }
};

TEST_P(CorrectedDay, CoverageCountsTheFinalEvents) {
  correct("day", kFive);
  EXPECT_EQ(broken("rail.coal.most"), "0");
  EXPECT_EQ(broken("rail.couple.same"), "1");
}

TEST_P(CorrectedDay, CoverageCountsReplacementsOfEvents) {
  correct("day", kTwoMore);
  EXPECT_EQ(broken("rail.coal.most"), "2");
}

TEST_P(CorrectedDay, RegressFindsNoDifferenceUnderTheSameRules) {
  correct("day", kFive);
  const Ran ran = run({"regress", "--to", document("ruleset")});
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_HAS(ran.out, "nothing differs");
}

TEST_P(CorrectedDay, RegressComparesTheFinalEvents) {
  correct("day", kFive);
  EXPECT_EQ(regressed(rulesWithCoal(4)), "8 legal -> illegal [rail.coal.most]");
  EXPECT_EQ(regressed(rulesWithCoal(100)), "") << "the recorded seven are corrected to five";
}

TEST_P(CorrectedDay, RegressReachesTheReplacement) {
  correct("day", kTwoMore);
  EXPECT_EQ(regressed(rulesWithCoal(8)), "8 illegal [rail.coal.most] -> legal");
  EXPECT_EQ(regressed(rulesWithCoal(100)), "8 illegal [rail.coal.most] -> legal; 9 illegal [rail.coal.most] -> legal");
}

TEST_P(CorrectedDay, NoCommandComparesRemovedEvents) {
  correct("day", R"("event":8)");
  EXPECT_EQ(broken("rail.coal.most"), "0");
  EXPECT_EQ(regressed(rulesWithCoal(100)), "");
  EXPECT_EQ(regressed(rulesWithCoal(4)), "");
}

TEST_P(CorrectedDay, ABranchWithoutTheCorrectionListsItsFindings) {
  correct("day", kFive);
  const Ran ran = run({"branch", "day", "--without", std::to_string(by()), "--as", "b", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto judged = Json::of(ran.out)["judged"].items();
  ASSERT_EQ(judged.size(), 1U) << ran.out;
  EXPECT_EQ(judged.front()["event"].text(), "8");
  EXPECT_EQ(judged.front()["found"].text(), "true");
  EXPECT_EQ(judged.front()["explanation"]["clause"].text(), "rail.coal.most");
}

TEST_P(CorrectedDay, ABranchThatCorrectsListsFindingsThatDisappear) {
  ASSERT_EQ(importGame("day", before()).status, 0);
  const Ran ran = run({"branch", "day", "--at", "end", "--add", "corrected event=8", "--as", "b", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(Json::of(ran.out)["judged"].items().empty()) << "event 8 no longer exists: " << ran.out;
  const Ran mended = run({"branch", "day", "--at", "end", "--add", "corrected event=6", "--as", "c", "--json"});
  ASSERT_EQ(mended.status, 0) << mended.err;
  const auto judged = Json::of(mended.out)["judged"].items();
  ASSERT_EQ(judged.size(), 1U) << mended.out;
  EXPECT_EQ(judged.front()["event"].text(), "7") << "the wagon is the only one of its title then";
  EXPECT_EQ(judged.front()["found"].text(), "false");
}

TEST_P(CorrectedDay, DiffShowsTheReplacementAndItsFindings) {
  correct("day", kTwoMore);
  ASSERT_EQ(run({"branch", "day", "--without", std::to_string(by()), "--as", "b"}).status, 0);
  const Json first = Json::of(run({"diff", "day", "b", "--json"}).out)["first"];
  EXPECT_EQ(first["left"]["event"].text(), std::to_string(by()));
  ASSERT_EQ(first["left"]["breaks"].items().size(), 1U) << first.written();
  EXPECT_EQ(first["left"]["breaks"].items().front().text(), "rail.coal.most");
  EXPECT_TRUE(first["right"]["breaks"].items().empty()) << first.written();
}

TEST_P(CorrectedDay, DiffUnderTwoRulesetsFindsTheFirstCorrectedEventJudgedDifferently) {
  correct("day", kTwoMore);
  const Ran ran = run({"diff", "day", "--under", rulesWithCoal(7), "--and", rulesWithCoal(100), "--json"});
  const Json first = Json::of(ran.out)["first"];
  EXPECT_EQ(first["left"]["event"].text(), "9") << ran.out;
  EXPECT_HAS(first["left"]["what"].text(), fmt::format("as corrected by event {}", by())) << ran.out;
  EXPECT_EQ(run({"diff", "day@10", "day@10", "--under", rulesWithCoal(7), "--and", rulesWithCoal(100)}).status, 0)
      << "the correction comes later";
}

TEST_P(CorrectedDay, AccountsAreJudgedWithTheirCorrections) {
  ASSERT_EQ(importGame("day", before()).status, 0);
  const auto tell = [&](const std::string& player, const std::string& added) {
    const Ran ran = run({"branch", "day", "--at", "end", "--account", player, "--add", added});
    ASSERT_EQ(ran.status, 0) << ran.err;
  };
  tell("P1", "counterPlaced subject=#1 counter=Coal amount=3");
  tell("P2", "note \"nothing more\"");
  const std::string more = fmt::format(
      R"({{"game":"day/P1","corrected":{{"event":{},"replacement":{{"actor":1,"counterPlaced":{{"subject":"#1","counter":"Coal","amount":1}}}}}}}}
{{"game":"day/P1","corrected":{{"event":6}}}}
)",
      by());
  ASSERT_EQ(test::run({"record", "--archive", place.archive()}, more).status, 0);
  const Json compared = Json::of(run({"accounts", "day", "--json"}).out);
  const auto against = compared["accounts"].items().front()["against"].items();
  ASSERT_EQ(against.size(), 1U) << compared.written();
  EXPECT_EQ(against.front()["event"].text(), std::to_string(by()));
  EXPECT_HAS(against.front()["what"].text(), "as corrected by event ") << compared.written();
  EXPECT_TRUE(compared["accounts"].items().back()["against"].items().empty()) << compared.written();
}

INSTANTIATE_TEST_SUITE_P(Notes, CorrectedDay, testing::Values(0, 300));

}  // namespace
}  // namespace docket::corrected_events_test
