// docket rulings, docket rule, docket accounts, and rulings in a file next to the record.
#include "tests/tools/disputed_game.h"

namespace docket::rulings_test {
namespace {

using test::has;
using test::memberOf;
using test::Ran;

class Rulings : public test::DisputedGame {};

TEST_F(Rulings, AreShownWithVerdictsAndEachAppealAfterItsRuling) {
  const Ran ran = run({"rulings", "court/7"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(court/7                               2011-08-01, Winter Court, round 2, table 7
  event 15, about event 13, Corin                                          wrong
    stat(#2, "Personal Honor") = 0 [l5r.calc.clamp]
    the rules give a different result: stat(#2, "Personal Honor") is 4
    event 16, about event 13, Dana, on appeal from event 15                right
      stat(#2, "Personal Honor") = 4 [l5r.calc.contradiction.between]
      "It is equal to the minimum."
      the rules agree with the claim: stat(#2, "Personal Honor") is 4
  event 17, about event 13, Dana                                       undecided
    stat(#4, "Force") > 1
    it is not known what card #4 is
)text");
}

TEST_F(Rulings, ThatAreWrongAndInForceExitWith1) {
  const Ran ruled = run({"rule", "court/7", "--at", "13", "--claim", "stat(#2, \"Force\") = 1", "--judge", "Eve"});
  EXPECT_EQ(ruled.status, 1) << ruled.err;
  EXPECT_HAS(ruled.out, "wrong: the rules give a different result");
  EXPECT_EQ(run({"rulings", "court/7"}).status, 1);
}

TEST_F(Rulings, AreAddedAsAFurtherSegmentOfAFinishedGame) {
  const std::string before = run({"export", "court/7"}).out;
  const Ran ruled = run({"rule", "court/7", "--at", "13", "--claim", "stat(#2, \"Personal Honor\") = 4", "--cite",
                         "l5r.calc.clamp", "--judge", "Eve, \"head\" judge", "--supersedes", "16", "--json"});
  EXPECT_EQ(ruled.status, 0) << ruled.err;
  EXPECT_EQ(memberOf(ruled.out, "event"), "19");
  EXPECT_EQ(memberOf(ruled.out, "outcome"), "\"upheld\"");
  EXPECT_TRUE(run({"export", "court/7"}).out.starts_with(before.substr(0, before.find("{\"end\""))));
  EXPECT_HAS(run({"show", "court/7"}).out, "19 to 19    sealed");
  EXPECT_HAS(run({"verify", "court/7"}).out, "head          EXACT");
  EXPECT_HAS(run({"rulings", "court/7", "--json"}).out, R"("event":16,"at":13,"judge":"Dana")");
  EXPECT_HAS(run({"rulings", "court/7", "--json"}).out, R"("supersededBy":19)");
}

TEST_F(Rulings, OfDiscretionAreAttributedAndPenaltiesSummed) {
  std::string second = test::kGame;
  second.replace(second.find("court/7"), 7, "court/8");
  importGame("second.jsonl", second);
  for (const char* game : {"court/7", "court/8"}) {
    const Ran given = run({"rule", game, "--penalty", "warning", "--player", "P1", "--judge", "Eve", "--note", "slow"});
    EXPECT_EQ(given.status, 0) << given.err;
  }
  EXPECT_EQ(run({"rule", "court/7", "--minutes", "5", "--judge", "Eve"}).status, 0);
  EXPECT_EQ(run({"rule", "court/7", "--rewind", "11", "--judge", "Eve", "--note", "Back up."}).status, 0);
  EXPECT_HAS(run({"ask", "court/7", "used(#2, 1, \"once-per-turn\")"}).out, ": 1 ") << "the rewind takes effect";
  const Ran all = run({"rulings", "--event", "Winter Court"});
  EXPECT_EQ(all.status, 0) << all.err;
  EXPECT_TRUE(has(all.out, "rewind: rewinds to 11 by Eve") || has(all.out, "rewind: rewinds to 11 by \"Eve\""))
      << all.out;
  EXPECT_HAS(all.out, "Penalties in Winter Court, round 2, table 7\n  Aiko: 2 warning");
  EXPECT_HAS(all.out, "Penalties in Winter Court\n  Aiko: 2 warning");
  // A game that is named twice is one game.
  const Ran one = run({"rulings", "court/8", "court/8", "--json"});
  EXPECT_HAS(one.out, R"("players":[{"player":"Aiko","penalty":"warning","count":1}])");
}

TEST_F(Rulings, SuggestTheKnownPenaltyForAMisspelling) {
  std::string second = test::kGame;
  second.replace(second.find("court/7"), 7, "court/8");
  importGame("second.jsonl", second);
  const auto give = [&](const std::string& game, const std::string& penalty, std::vector<std::string> more = {}) {
    std::vector<std::string> typed{"rule", game, "--penalty", penalty, "--player", "P1", "--judge", "Eve"};
    typed.insert(typed.end(), more.begin(), more.end());
    return run(typed);
  };
  EXPECT_HAS(give("court/7", "warnign").err, "(did you mean \"warning\"?)") << "a usual penalty is known";
  EXPECT_HAS(give("court/7", "Warning").err, "(did you mean \"warning\"?)");
  EXPECT_EQ(give("court/8", "prize card lost").status, 0) << "any penalty can be given";
  const Ran near = give("court/7", "prise card lost");
  EXPECT_EQ(near.status, 2) << "it was given in another game of the event";
  EXPECT_HAS(near.err, "(did you mean \"prize card lost\"?)");
  EXPECT_EQ(give("court/7", "prise card lost", {"--new-penalty"}).status, 0);
  EXPECT_EQ(give("court/7", "prise card lost").status, 0) << "it is known now";
}

TEST_F(Rulings, OfBranchesDoNotBelongToTheParent) {
  ASSERT_EQ(run({"branch", "court/7", "--without", "18", "--as", "b"}).status, 0);
  EXPECT_FALSE(has(run({"rulings", "--event", "Winter Court", "--json"}).out, R"("game":"b")"));
}

TEST_F(Rulings, AreRefusedIfUnreadable) {
  struct Case {
    std::vector<std::string> typed;
    const char* said;
  };
  const Case cases[] = {
      {{}, "expected one of --claim, --penalty, --minutes and --rewind"},
      {{"--claim", "1 = 1", "--minutes", "3"}, "expected one of"},
      {{"--claim", "stat(#2, \"Forse\") = 1"}, "claim:1:"},
      {{"--claim", "stat(#2, \"Force\")"}, "claim:1:"},
      {{"--claim", "1 = 1", "--supersedes", "3"}, "event 3 is not a ruling of court/7"},
      {{"--claim", "1 = 1", "--supersedes", "99"}, "event 99 is not a ruling of court/7"},
      {{"--claim", "1 = 1", "--at", "99"}, "99"},
      {{"--penalty", "warning"}, "--penalty and --player go together"},
      {{"--penalty", "warning", "--player", "P7"}, "expected a seat"},
      {{"--minutes", "0"}, "expected a number from 1"},
      {{"--minutes", "3", "--cite", "x"}, "--cite belongs to --claim"},
      {{"--claim", "1 = 1", "--judge", ""}, "--judge \"Femi, head judge\""},
      {{"--claim", "1 = 1", "--cite", "l5r.calc.clmp"},
       "have no clause \"l5r.calc.clmp\" (did you mean \"l5r.calc.clamp\"?)"},
      {{"--claim", "1 = 1", "--supersedes", "15"}, "the ruling of event 15 was already replaced by event 16"},
  };
  for (const Case& one : cases) {
    std::vector<std::string> typed{"rule", "court/7", "--judge", "Eve"};
    typed.insert(typed.end(), one.typed.begin(), one.typed.end());
    const Ran ran = run(typed);
    EXPECT_EQ(ran.status, 2) << one.said << ran.out;
    EXPECT_HAS(ran.err, one.said);
  }
  EXPECT_HAS(run({"games"}).out, "18 events");
}

TEST_F(Rulings, NameTheJudge) {
  for (const std::vector<std::string>& decision : {std::vector<std::string>{"--claim", "1 = 1"},
                                                   {"--minutes", "3"},
                                                   {"--rewind", "3"},
                                                   {"--penalty", "warning", "--player", "P1"}}) {
    std::vector<std::string> typed{"rule", "court/7"};
    typed.insert(typed.end(), decision.begin(), decision.end());
    const Ran ran = run(typed);
    EXPECT_EQ(ran.status, 2) << ran.out;
    EXPECT_HAS(ran.err, "who decides? add the name, as in --judge \"Femi, head judge\"");
    typed.insert(typed.end(), {"--judge", "Femi, head judge"});
    EXPECT_EQ(run(typed).status, 0) << "the suggested command works";
  }
}

TEST_F(Rulings, ArePreviewedBeforeTheyAreWritten) {
  const std::string before = run({"export", "court/7"}).out;
  const std::vector<std::string> ruling{"rule",         "court/7", "--at",           "13",      "--claim",
                                        "legal(13)",    "--cite",  "l5r.calc.clamp", "--judge", "Eve",
                                        "--supersedes", "16",      "--dry-run"};
  const Ran ran = run(ruling);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "court/7: event 19 would be\n");
  EXPECT_HAS(ran.out, "\nright: the rules agree with the claim");
  EXPECT_HAS(ran.out, R"x("claim":"legal(13)","clauses":["l5r.calc.clamp"],"supersedes":16,"judge":"Eve")x");
  EXPECT_EQ(run({"rule", "court/7", "--minutes", "3", "--judge", "Eve", "--dry-run", "--json"}).out,
            R"({"docket":2,"command":"rule","answer":{"game":"court/7","event":19,"would":)"
            R"({"timeExtended":{"minutes":3,"judge":"Eve"}}}})"
            "\n");
  const Ran wrong = run(
      {"rule", "court/7", "--at", "13", "--claim", "stat(#2, \"Force\") = 1", "--judge", "Eve", "--dry-run", "--json"});
  EXPECT_EQ(wrong.status, 1) << wrong.err;
  EXPECT_EQ(memberOf(wrong.out, "outcome"), "\"overturned\"");
  EXPECT_HAS(wrong.out, R"x("why":"the rules give a different result: stat(#2, \"Force\") is 6")x");
  EXPECT_EQ(run({"export", "court/7"}).out, before);
}

TEST_F(Rulings, InASeparateFileAreVerifiedLikeRecordedOnes) {
  const std::string file = place.file("r.jsonl",
                                      "{\"judge\":\"Eve\",\"at\":9,\"claim\":\"stat(#2, \\\"Force\\\") = 6\"}\n\n"
                                      "{\"judge\":\"Fay\",\"at\":9,\"claim\":\"stat(#2, \\\"Force\\\") = 7\"}\n");
  const Ran ran = run({"verify", "court/7", "--rulings", file, "--json"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_HAS(ran.out, R"(r.jsonl:1","at":9,"judge":"Eve")");
  EXPECT_HAS(ran.out, R"(r.jsonl:3","at":9,"judge":"Fay")");
  struct Case {
    const char* lines;
    const char* said;
  };
  const Case cases[] = {
      {"", "there is no ruling in it"},
      {"{\"at\":3}", "a ruling has a claim"},
      {"{\"claim\":\"1 = 1\"}", "at: expected the point"},
      {"{\"claim\":\"1 = 1\",\"at\":19}", "an event from 1 to 18"},
      {"{\"clam\":\"1 = 1\"}", "clam"},
      {"{\"claim\":\"1 = 1\",\"at\":3,\"supersedes\":77}", "there is no event 77"},
      {"[]", "r.jsonl:1:"},
  };
  for (const Case& one : cases) {
    const Ran bad = run({"verify", "court/7", "--rulings", place.file("r.jsonl", one.lines)});
    EXPECT_EQ(bad.status, 2) << one.lines;
    EXPECT_HAS(bad.err, one.said) << one.lines;
  }
  EXPECT_EQ(run({"verify", "--all", "--rulings", file}).status, 2);
}

TEST_F(Rulings, OfARecordAreMarkedIfReplacedByAFile) {
  const std::string file = place.file(
      "appeal.jsonl", R"({"judge":"Eve","at":13,"claim":"stat(#2, \"Personal Honor\") = 4","supersedes":15})");
  const Ran text = run({"verify", "court/7", "--rulings", file});
  EXPECT_HAS(text.out, "event 15, Corin, about event 13, replaced by event 16, replaced by");
  const Ran json = run({"verify", "court/7", "--rulings", file, "--json"});
  EXPECT_HAS(json.out, R"("why":"the rules give a different result","supersededAt":")" + file + ":1\"");
}

class Accounts : public test::DisputedGame {
 protected:
  void tell(const std::string& player, const std::string& event) const {
    const Ran ran = run({"branch", "court/7", "--at", "11", "--stop", "--account", player, "--add", event});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
};

TEST_F(Accounts, AreComparedByFindingsAndClaims) {
  tell("P1", "P1 abilityActivated player=1 card=2 ability=1 designator=Battle");
  tell("P2", "note \"the guard was not used again\"");
  const Ran ran = run({"accounts", "court/7", "--claim", "used(#2, 1, \"once-per-turn\") <= 1", "--claim",
                       "stat(#2, \"Force\") = 6", "--json"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_EQ(memberOf(ran.out, "agreeUntil"), "11");
  EXPECT_HAS(ran.out, R"("against":[{"event":12,"clause":"l5r.ability.once")");
  EXPECT_HAS(ran.out,
             R"("matters":true,"answers":[{"player":1,"value":"false","grade":"EXACT"},{"player":2,"value":"true")");
  EXPECT_HAS(ran.out, R"("claim":"stat(#2, \"Force\") = 6","matters":false)");
  const Ran text = run({"accounts", "court/7", "--claim", "stat(#2, \"Force\") = 6"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_HAS(text.out, "their differences do not matter here");
}

TEST_F(Accounts, UseLaterRulingsClaimsByDefault) {
  tell("P1", "P2 changeBegan\n+ maximum subject=#2 name=\"Personal Honor\" amount=0");
  tell("P2", "note \"nothing was said of the guard\"");
  const Ran ran = run({"accounts", "court/7", "--json"});
  EXPECT_HAS(ran.out, R"x("claim":"stat(#2, \"Personal Honor\") = 0","matters":false)x") << ran.err;
}

TEST_F(Accounts, ExplainHowToCreateThem) {
  const Ran none = run({"accounts", "court/7"});
  EXPECT_EQ(none.status, 2);
  EXPECT_HAS(none.err, "docket branch court/7 --account P1");
  tell("P1", "note \"so it was\"");
  EXPECT_HAS(run({"accounts", "court/7"}).err, "it has only one account");
}

}  // namespace
}  // namespace docket::rulings_test
