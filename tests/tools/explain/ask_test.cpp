// docket ask and docket limits: answers, acts that did not happen, the ledger of uses.
#include "tests/tools/disputed_game.h"

namespace docket::ask_test {
namespace {

using test::Ran;

class Ask : public test::DisputedGame {};

TEST_F(Ask, AnswersEachQuestionWithItsGrade) {
  const Ran ran = run({"ask", "court/7", "--at", "13", R"(stat(#2, "Force"))", R"(stat(#4, "Force") > 1)"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 13, turn 1, action phase
stat(#2, "Force"): 6                                                       EXACT
stat(#4, "Force") > 1: unknown                                        UNVERIFIED
  it is not known what card #4 is
)text");
}

TEST_F(Ask, CannotTellWhetherAGameIsOverWithoutARule) {
  for (const char* question : {"over()", "winner()", "won(P1)", "lost(P2)", "not over()", "winner() = P1"}) {
    const Ran ran = run({"ask", "court/7", "--at", "13", question});
    EXPECT_HAS(ran.out, std::string(question) + ": unknown");
    EXPECT_HAS(ran.out, "this is decided by rules that are not in this ruleset");
  }
  const Ran ruled = run({"rule", "court/7", "--claim", "over()", "--judge", "Erin"});
  EXPECT_HAS(ruled.out, "undecided");
  const Ran ended =
      run({"branch", "court/7", "--at", "13", "--as", "ended", "--add", "gameEnded winner=2 reason=concession"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const Ran asked = run({"ask", "ended", "over() and winner() = P2 and won(P2) and lost(P1)"});
  EXPECT_HAS(asked.out, ": true");
}

TEST_F(Ask, TellsWhatTheRecordLeavesOpenFromWhatTheRulesDo) {
  EXPECT_HAS(run({"ask", "court/7", "--at", "13", R"(periodPlace("turn"))"}).out, "the record does not say it");
  EXPECT_HAS(run({"ask", "court/7", "--at", "13", "link()"}).out, "this asks about the event being judged");
}

TEST_F(Ask, DerivesAnAnswerOnRequest) {
  const Ran ran = run({"ask", "court/7", "--at", "13", "legal(12)", "--why"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "legal(12): false");
  EXPECT_HAS(ran.out, "[l5r.ability.once]");
  EXPECT_HAS(ran.out, "event 10, T1");
}

TEST_F(Ask, ReportsNoUnjudgedEventAsLegal) {
  const Ran act = run({"ask", "court/7", "--at", "10", "legal(10)"});
  EXPECT_HAS(act.out, "  event 10: judged in part: what has to hold for it");
  EXPECT_HAS(act.out, "EXACT");
  const Ran time = run({"ask", "court/7", "--at", "10", "legal(4)", "broke(4, \"l5r.ability.once\")"});
  EXPECT_HAS(time.out, "  event 4: no rule here covers it");
  EXPECT_HAS(time.out, "UNVERIFIED");
  EXPECT_FALSE(test::has(time.out, "EXACT")) << time.out;
  const Ran explained = run({"explain", "court/7", "legal", "4"});
  EXPECT_HAS(explained.out, "not judged");
  EXPECT_FALSE(test::has(explained.out, "EXACT")) << explained.out;
  EXPECT_HAS(run({"explain", "court/7", "legal", "10"}).out, "judged in part: ") << explained.out;
}

TEST_F(Ask, InfersTheOnlyAbilityOfACard) {
  const Ran ran = run({"ask", "court/7", "--at", "11", "--act", "P1 uses \"Steady Guard\""});
  EXPECT_EQ(ran.status, 1) << ran.out << ran.err;
  EXPECT_HAS(ran.out, "[l5r.ability.once] event 10, T1");
}

TEST_F(Ask, NamesClauseAndEventForAnIllegalHypotheticalAct) {
  const Ran ran = run({"ask", "court/7", "--at", "11", "--act", "P1 abilityActivated player=1 card=2 ability=1"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_HAS(ran.out, "1 of 1 used before: one too many");
  EXPECT_HAS(ran.out, "[l5r.ability.once] event 10, T1");
  EXPECT_FALSE(test::has(ran.out, "event 12")) << ran.out;
}

TEST_F(Ask, CallsAnActLegalBeforeTheLimitIsUsedUp) {
  const Ran ran = run({"ask", "court/7", "--at", "9", "--act", "P1 abilityActivated player=1 card=2 ability=1"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_HAS(ran.out, ": legal\n");
}

TEST_F(Ask, IsUndecidedAboutUsingAnothersCardWithoutACause) {
  const auto asked = [&](const std::string& act) { return run({"ask", "court/7", "--at", "9", "--act", act}); };
  for (const std::string act : {"abilityActivated player=2 card=2 ability=1", "cardPlayed player=2 card=3"}) {
    const Ran his = asked("P2 " + act);
    EXPECT_EQ(his.status, 0) << his.err;
    EXPECT_HAS(his.out, ": undecided");
    EXPECT_HAS(his.out, "is not P2 Bastien's, and the record does not say by what P2");
    EXPECT_HAS(his.out, "UNVERIFIED");
    std::string own = act;
    own.replace(own.find("player=2"), 8, "player=1");
    EXPECT_HAS(asked("P1 " + own).out, ": legal\n");
  }
  const Ran caused = asked("P2 causes=[8] abilityActivated player=2 card=2 ability=1");
  EXPECT_FALSE(test::has(caused.out, "does not say by what")) << caused.out;
}

TEST_F(Ask, JudgesEachActAfterThoseBeforeIt) {
  const std::string use = "abilityActivated player=1 card=2 ability=1";
  const Ran ran = run({"ask", "court/7", "--at", "9", "--act", use, "--act", use, "--json"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  const auto first = ran.out.find(R"("standing":"legal")");
  const auto second = ran.out.find(R"("standing":"ILLEGAL")");
  EXPECT_NE(first, std::string::npos) << ran.out;
  EXPECT_NE(second, std::string::npos) << ran.out;
  EXPECT_LT(first, second) << ran.out;
}

TEST_F(Ask, EvaluatesExpressionsAfterTheActs) {
  const Ran ran = run({"ask", "court/7", "--at", "9", "--act", "changeBegan\n+ bonus subject=#2 name=Force amount=3",
                       R"(stat(#2, "Force"))"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "On the table after that\nstat(#2, \"Force\"): 9 ");
}

TEST_F(Ask, DoesNotChangeTheRecord) {
  const Ran before = run({"export", "court/7"});
  (void)run({"ask", "court/7", "--at", "9", "--act", "abilityActivated player=1 card=2 ability=1"});
  EXPECT_EQ(run({"export", "court/7"}).out, before.out);
}

TEST_F(Ask, AcceptsActsWithNewNames) {
  const Ran ran = run({"ask", "court/7", "--at", "9", "--act", "P1 cardMoved card=1 player=1 zone=\"dynasty discard\"",
                       "--act", "P1 cardMoved card=2 player=1 zone=removed", R"(zone(#1) = "dynasty discard")"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_HAS(ran.out, "= \"dynasty discard\": true");
}

TEST_F(Ask, ReportsWhereAnActIsMistyped) {
  struct Case {
    const char* act;
    const char* said;
  };
  const Case cases[] = {
      {"abilityActivatd player=1",
       "act:1:1: no event begins with \"abilityActivatd\" (did you mean \"abilityActivated\"?)"},
      {"abilityActivated player=1 crad=2", "act:1:27: abilityActivated has no field \"crad\" (did you mean \"card\"?)"},
      {"abilityActivated player=9 card=2", "act:1:1: abilityActivated.player: there is no seat 9"},
      {"abilityActivated player=1 card=99", "act:1:1: abilityActivated.card: there is no card 99"},
      {"abilityActivated card=2\nplayer=1", "act:2:1: expected = and a card, or + and a change"},
      {"abilityActivated player= card=2", "act:1:26: expected a number, found \"card\""},
      {"P$me abilityActivated card=2", "act:1:1: \"P\" is short for several verbs"},
      {"", "act:1:1: expected an event, such as P1 draws 2"},
      {"rewound to=3", "try it on a branch"},
      {"note \"unclosed", "act:1:6: the closing \" of the text is missing"},
  };
  for (const Case& one : cases) {
    const Ran ran = run({"ask", "court/7", "--at", "9", "--act", one.act});
    EXPECT_EQ(ran.status, 2) << one.act << ran.out;
    EXPECT_HAS(ran.err, one.said) << one.act;
  }
}

TEST_F(Ask, RefusesAGameWithoutAQuestion) {
  const Ran ran = run({"ask", "court/7"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "expected an EXPRESSION or --act");
}

class Limits : public test::DisputedGame {};

TEST_F(Limits, ShowEveryCounterWithItsUsesAndResets) {
  const Ran ran = run({"limits", "court/7"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 18, turn 1, action phase
  Steady Guard #2, ability 1 "strike" (Battle)           2 of 1 used (too often)
    "An ability can only be used once per turn" [l5r.ability.once]
    used by event 10, turn 1, action phase; event 12, turn 1, action phase
    resets when the turn ends, or if the card leaves its location
      [l5r.ability.source]
)text");
}

TEST_F(Limits, CanBeFilteredByPlayer) {
  EXPECT_HAS(run({"limits", "court/7", "--player", "P1"}).out, "2 of 1 used");
  EXPECT_HAS(run({"limits", "court/7", "--player", "P2"}).out, "no limit is in use");
}

TEST_F(Limits, OfACardAreShownBeforeTheirFirstUse) {
  const Ran ran = run({"limits", "court/7", "--at", "9", "--card", "#2"});
  EXPECT_HAS(ran.out, "0 of 1 used");
  EXPECT_FALSE(test::has(run({"limits", "court/7", "--at", "9"}).out, "of 1 used"));
}

TEST_F(Limits, AreJsonWithTheUsingEvents) {
  const Ran ran = run({"limits", "court/7", "--json"});
  EXPECT_HAS(ran.out, R"("usedBy":[10,12])");
  EXPECT_EQ(test::memberOf(ran.out, "used"), "2");
}

TEST_F(Limits, RefuseACardThatDoesNotExist) {
  const Ran ran = run({"limits", "court/7", "--card", "#77"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "there is no card #77");
}

// A card that was given the effect of another has its own count, separate from the other's.
TEST(LimitsOfAGrantedAbility, AreListedBesideThoseOfTheCardThatPrintsIt) {
  const test::TempDirectory place;
  const std::string cards = R"json({"name": "wolves", "version": "1", "ruleset": "yugioh", "cards": [
  {"key": "Howler", "title": "Howler", "types": ["monster"], "unreadOf": [], "abilities": [
    {"name": "howl", "designator": "ignition", "zones": ["monster zone"], "limits": [{"limit": "hard-use", "group": "1"}]}]},
  {"key": "Echo", "title": "Echo", "types": ["monster"], "unreadOf": []}]})json";
  const std::string game = R"(game "howls"
P1 "Ada"
P2 "Ben"
ruleset "yugioh"
P1 registers hand
  = "Howler"
  = "Echo"
== turn P1
-- "main 1"
  plays "Howler" to "monster zone" slot 0 up turned attack
  plays "Echo" to "monster zone" slot 1 up turned attack
  uses "Howler" ability 1 as ignition
  + grantAbility "howl" on "Echo" until turn
  uses "Echo" called "howl" as ignition
)";
  const Ran taken = test::run({"import", place.file("game.txt", game), "--cards", place.file("cards.json", cards),
                               "--archive", place.archive()});
  ASSERT_EQ(taken.status, 0) << taken.out << taken.err;
  const Ran ran = test::run({"limits", "howls", "--archive", place.archive()});
  EXPECT_HAS(ran.out, "cards titled Howler");
  EXPECT_HAS(ran.out, "used by event 6");
  EXPECT_HAS(ran.out, "cards titled Echo");
  EXPECT_HAS(ran.out, "used by event 7");
}

}  // namespace
}  // namespace docket::ask_test
