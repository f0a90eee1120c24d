// docket explain --why-not: what forbids an act and since when; changes that have no effect, and what ended them.
#include "tests/places.h"
#include "tests/tools/disputed_game.h"

namespace docket::why_not_test {
namespace {

using test::has;
using test::Ran;

// By the rules of the neutral workload, which hold illegal activations void. #1 Guard, #2 Captain, #3 Banner of P1.
constexpr const char* kChanges =
    R"({"game":{"id":"changes","players":[{"name":"Ada"},{"name":"Ben"}],"ruleset":"workload"}}
{"context":{"identities":[{"card":1,"definition":"Guard","printed":{"title":"Guard","types":["personality"],"stats":[{"stat":"Force","amount":4}]}},{"card":2,"definition":"Captain","printed":{"title":"Captain","types":["personality"],"stats":[{"stat":"Force","amount":2}]}},{"card":3,"definition":"Banner","printed":{"title":"Banner","types":["personality"],"stats":[{"stat":"Force","amount":1}]}}]},"deckRegistered":{"player":1,"zone":"hand","first":1,"count":3}}
{"actor":1,"cardMoved":{"card":1,"player":1,"zone":"play","face":"up"}}
{"actor":1,"cardMoved":{"card":2,"player":1,"zone":"play","face":"up"}}
{"began":{"period":"turn","player":1}}
{"actor":1,"cardMoved":{"card":3,"player":1,"zone":"play","face":"up"}}
{"actor":1,"begins":[{"subject":"#1","kind":"bonus","name":"Force","amount":2,"source":2,"last":"untilEnd","until":"turn"}],"changeBegan":true}
{"actor":1,"begins":[{"subject":"#1","kind":"bonus","name":"Force","amount":3,"source":3,"last":"whileSource"}],"changeBegan":true}
{"actor":1,"begins":[{"subject":"#1","kind":"bonus","name":"Force","amount":1,"source":2}],"abilityActivated":{"player":1,"card":2,"designator":"activate"}}
{"actor":2,"activationNegated":{"activation":8}}
{"actor":2,"begins":[{"subject":"#1","kind":"bonus","name":"Force","amount":-5,"source":2}],"abilityActivated":{"player":2,"card":2,"designator":"effect"}}
{"actor":1,"cardMoved":{"card":3,"player":1,"zone":"discard","face":"up"}}
{"actor":1,"begins":[{"subject":"#1","kind":"minimum","name":"Force","amount":9,"source":2}],"changeBegan":true}
{"changeEnded":{"begun":12,"index":0}}
{"actor":1,"begins":[{"subject":"#1","kind":"bonus","name":"Force","amount":7,"source":2}],"changeBegan":true}
{"rewound":{"to":13,"judge":"Cleo"}}
{"actor":1,"begins":[{"subject":"#1","kind":"maximum","name":"Force","amount":8,"source":2}],"changeBegan":true}
{"actor":2,"controlChanged":{"card":1,"player":2,"until":"turn"}}
{"actor":1,"controlChanged":{"card":1,"player":1,"until":"turn"}}
{"ended":{"period":"turn"}}
{"actor":1,"begins":[{"subject":"#1","kind":"bonus","name":"Force","amount":3,"source":2}],"changeBegan":true}
{"actor":1,"cardMoved":{"card":1,"player":1,"zone":"hand","face":"down"}}
)";

class WhyNot : public testing::Test {
 protected:
  void SetUp() override {
    const Ran ran = run({"import", place.file("changes.jsonl", kChanges), "--ruleset",
                         docket::test::sourceDir() + "/tests/bench/workload_ruleset.json"});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  [[nodiscard]] Ran run(std::vector<std::string> typed) const { return test::runOn(place.archive(), std::move(typed)); }
  /// Asks about the game after an event.
  [[nodiscard]] Ran ask(std::vector<std::string> words, const std::string& at) const {
    words.insert(words.begin(), {"explain", "changes"});
    words.insert(words.end(), {"--why-not", "--at", at});
    return run(std::move(words));
  }

  test::TempDirectory place;
};

TEST_F(WhyNot, ShowsHowEachChangeOfAStatEndedOrWasPrevented) {
  const Ran ran = ask({"#1", "Force"}, "20");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 20
changes of Force of Guard #1 that do not count
├─ +2 from Captain #2, until the turn ends: the turn ended          event 19, T1
│  └─ it had begun                                                   event 6, T1
├─ +3 from Banner #3, while its source is in play: its source Banner #3 left the
│  │ place where it was                                             event 11, T1
│  └─ it had begun                                                   event 7, T1
├─ +1 from Captain #2, while the card stays where it is: the act that began it
│  │ was negated                                                     event 9, T1
│  └─ it had begun                                                   event 8, T1
├─ -5 from Captain #2: it never began: the act was illegal and is void
│                                         [workload.act.controlled] event 10, T1
├─ minimum 9 from Captain #2, while the card stays where it is: it was ended
│  │ early                                                          event 13, T1
│  └─ it had begun                                                  event 12, T1
├─ +7 from Captain #2, while the card stays where it is: a judge took back the
│  │ event that began it                                            event 15, T1
│  └─ it had begun                                                  event 14, T1
└─ maximum 8 from Captain #2, while the card stays where it is: kept already by
     7                                                              event 16, T1

Grade: EXACT

[workload.act.controlled] activate: the player controls the card
)text");
}

TEST_F(WhyNot, ShowsOnlyTheChangesOfAnEventOrACard) {
  struct Case {
    std::string named, at, says;
  };
  const std::vector<Case> cases{
      {"6", "18", "+2 from Captain #2, until the turn ends: it counts "},
      {"6", "19", "+2 from Captain #2, until the turn ends: the turn ended "},
      {"14", "14", "+7 from Captain #2, while the card stays where it is: it counts "},
      {"14", "15", "a judge took back the\n"},
      {"12", "12", "minimum 9 from Captain #2, while the card stays where it is: it counts\n"},
      {"10", "10", "-5 from Captain #2: it never began: the act was illegal and is void"},
      {"#3", "10", "+3 from Banner #3, while its source is in play: it counts "},
      {"#3", "11", "its source Banner #3 left the\n"},
      {"16", "20", "kept already by"},
      {"16", "21", "Guard #1 left\n"},
  };
  for (const Case& one : cases) {
    const Ran ran = ask({"#1", "force", one.named}, one.at);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_HAS(ran.out, one.says) << one.named << " at " << one.at;
    EXPECT_EQ(ran.out.find("├─"), std::string::npos) << ran.out;  // no other change
  }
}

TEST_F(WhyNot, ShowsWhichChangesOfControlDoNotHold) {
  EXPECT_HAS(ask({"#1", "controller"}, "16").out, "changes of control of Guard #1 that do not count: none\n");
  const Ran two = ask({"#1", "controller"}, "18");
  EXPECT_HAS(two.out,
             "└─ control by P2 Ben, until the turn ends: a later one holds\n"
             "                                                 [workload.control] event 17, T1\n");
  EXPECT_HAS(ask({"#1", "controller"}, "19").out,
             "└─ control by P1 Ada, until the turn ends: the turn ended           event 19, T1\n");
}

TEST_F(WhyNot, ReportsThatABonusIsCapped) {
  const char* const game =
      R"({"game":{"id":"capped","players":[{"name":"Ada"}],"ruleset":"marvel-champions"}}
{"context":{"identities":[{"card":1,"definition":"Wisp"}]},"deckRegistered":{"player":1,"zone":"deck","first":1,"count":1}}
{"cardMoved":{"card":1,"player":1,"zone":"play area","face":"up"}}
{"begins":[{"subject":"#1","kind":"bonus","name":"hand size","amount":3,"most":7}],"changeBegan":true}
)";
  const Ran taken = run({"import", place.file("capped.jsonl", game), "--cards",
                         docket::test::sourceDir() + "/tests/conformance/marvel-champions/cards.json"});
  ASSERT_EQ(taken.status, 0) << taken.err;
  const std::string said = "+3, while the card stays where it is: counts as +2, its maximum being 7";
  EXPECT_HAS(run({"explain", "capped", "#1", "hand size", "--why-not"}).out, said);
  EXPECT_HAS(run({"explain", "capped", "#1", "hand size"}).out, said);
}

TEST_F(WhyNot, ShowsTheCauseOfAProhibitionAndItsStart) {
  const Ran gone = ask({"abilityActivated player=1 card=3 designator=activate"}, "12");
  EXPECT_EQ(gone.status, 1) << gone.err;
  EXPECT_EQ(gone.out, R"text(After event 12, turn 1
P1 Ada uses an ability of Banner #3: ILLEGAL
└─ required: its card is in play: no                      [workload.act.in-play]
   └─ so since: P1 moves "Banner" #3 to discard up                  event 11, T1

Grade: EXACT

[workload.act.in-play] activate: the card is in play
)text");
  const Ran taken = ask({"abilityActivated player=1 card=1 designator=activate"}, "17");
  EXPECT_HAS(taken.out,
             "├─ required: the acting player controls its card: no   [workload.act.controlled]\n"
             "│  └─ so since: P2 takes control of \"Guard\" #1 until turn           event 17, T1\n"
             "└─ nothing forbids it for P2 Ben\n");
  // It was taken back: after the rewind the same act is legal.
  const Ran legal = ask({"abilityActivated player=1 card=1 designator=activate"}, "18");
  EXPECT_EQ(legal.status, 0) << legal.err;
  EXPECT_HAS(legal.out, "P1 Ada uses an ability of Guard #1: legal\n└─ nothing forbids it\n");
}

TEST_F(WhyNot, ShowsOnlyTheProhibitionsOfARecordedEvent) {
  const Ran void_act = ask({"legal", "10"}, "20");
  EXPECT_EQ(void_act.status, 1) << void_act.err;
  EXPECT_HAS(void_act.out, "└─ required: the acting player controls its card: no   [workload.act.controlled]\n");
  EXPECT_FALSE(has(void_act.out, "in play: yes"));
  const Ran legal = ask({"legal", "8"}, "20");
  EXPECT_EQ(legal.status, 0) << legal.err;
  EXPECT_HAS(legal.out, ": legal                          event 8, T1\n└─ nothing forbids it\n");
}

TEST_F(WhyNot, AnswersInJson) {
  const Ran ran = run({"explain", "changes", "#1", "Force", "6", "--why-not", "--at", "19", "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(
      ran.out,
      R"text({"docket":2,"command":"explain","answer":{"game":"changes","event":19,"grade":"EXACT","explanation":{"what":"whether the change of Force of Guard #1 counts","value":null,"clause":null,"event":null,"children":[{"what":"+2 from Captain #2, until the turn ends: the turn ended","value":null,"clause":null,"event":19,"children":[{"what":"it had begun","value":null,"clause":null,"event":6,"children":[]}]}]}}}
)text");
}

TEST_F(WhyNot, RefusesInvalidQuestions) {
  struct Case {
    std::vector<std::string> words;
    std::string error;
  };
  const std::vector<Case> cases{
      {{"#1", "Force", "3"}, "event 3 had not changed Force of Guard #1 by event 20"},
      {{"#1", "Force", "#1"}, "Guard #1 had not changed Force of Guard #1 by event 20"},
      {{"#1", "Forse"}, "\"Forse\": expected a stat, a value or controller (did you mean \"Force\"?)"},
      {{"#1", "Force", "first"},
       "no card \"first\" after event 20: expected an event that began a change (15), or the title"},
      {{"limit", "#1"}, "--why-not: expected an act, legal 57, or a stat or controller"},
      {{"abilityActivatd player=1"}, "did you mean \"abilityActivated\"?"},
  };
  for (const Case& one : cases) {
    const Ran ran = ask(one.words, "20");
    EXPECT_EQ(ran.status, 2) << ran.out;
    EXPECT_HAS(ran.err, one.error);
  }
}

}  // namespace
}  // namespace docket::why_not_test
