// docket explain GAME legal N: the reasons of every kind of illegality, and the checks behind a legal event.
#include <fmt/format.h>

#include "tests/tools/railyard.h"

namespace docket::legality_test {
namespace {

using test::has;
using test::Ran;

constexpr const char* kDay =
    R"({"deckRegistered":{"player":1,"zone":"hand","first":1,"count":8},"context":{"identities":[{"card":1,"definition":"Pufferbelly"},{"card":2,"definition":"Pufferbelly"},{"card":3,"definition":"Mail Car"},{"card":4,"definition":"Mail Car"},{"card":5,"definition":"Night Watchman"},{"card":6,"definition":"Sleeping Giant"},{"card":7,"definition":"Ore Hopper"},{"card":8,"definition":"Yard Goat"}]}}
{"began":{"period":"turn","player":1}}
{"began":{"period":"phase","name":"signal","player":1}}
{"actor":1,"cardPlayed":{"player":1,"card":1,"toPlayer":1,"zone":"yard"}}
{"began":{"period":"phase","name":"load","player":1}}
{"actor":1,"cardPlayed":{"player":1,"card":2,"toPlayer":1,"zone":"yard"}}
{"actor":1,"cardPlayed":{"player":1,"card":5,"toPlayer":1,"zone":"yard"}}
{"actor":1,"cardPlayed":{"player":1,"card":6,"toPlayer":1,"zone":"yard"}}
{"actor":1,"cardMoved":{"card":3,"player":1,"zone":"yard"}}
{"actor":1,"cardMoved":{"card":4,"player":1,"zone":"yard"}}
{"actor":1,"cardAttached":{"card":3,"host":"#1","kind":"wagon"}}
{"actor":1,"cardAttached":{"card":4,"host":"#1","kind":"wagon"}}
{"actor":1,"counterPlaced":{"subject":"#1","counter":"Coal","amount":7}}
{"actor":1,"counterPlaced":{"subject":"#2","counter":"Coal","amount":5}}
{"began":{"period":"phase","name":"run","player":1}}
{"actor":1,"cardMoved":{"card":1,"player":1,"zone":"line","reason":"run"}}
{"actor":1,"cardMoved":{"card":6,"player":1,"zone":"line","reason":"run"}}
{"began":{"period":"phase","name":"rest","player":1}}
{"began":{"period":"phase","name":"load","player":1}}
{"actor":1,"cardMoved":{"card":8,"player":1,"zone":"yard"}}
{"actor":1,"valueChanged":{"subject":"P1","value":"fame","how":"gained","amount":12}}
{"actor":1,"cardMoved":{"card":7,"player":1,"zone":"yard"}}
)";

class Legality : public test::Railyard {
 protected:
  void SetUp() override { ASSERT_EQ(importGame("day", kDay).status, 0); }
};

TEST_F(Legality, TheReasonOfEachKindOfIllegalityIsShown) {
  const struct {
    const char* event;
    std::vector<std::string> said;
  } rows[] = {
      {"4",
       {"Pufferbelly #1 may not \"play\"", "the rules say that it cannot, where phase() != \"load\": this holds",
        "[rail.play.phase]"}},
      {"6",
       {"Pufferbelly #2 is a copy too many", "\"One locomotive of a title\": 1 of 1 before: one too many",
        "[rail.fleet]"}},
      {"12",
       {"\"One wagon of a title\": 1 of 1 before: one too many", "[rail.couple.same]",
        "\"At most two wagons\": 1 of 2 before"}},
      {"13", {"required: counters(it, \"Coal\") <= 6, after it: no", "counters(it, \"Coal\"): 7", "[rail.coal.most]"}},
      {"17",
       {"Sleeping Giant #6 may not \"run\"", "the rules say that it cannot, where keyword \"Braked\"",
        "[rail.braked]"}},
      {"19",
       {"this begins too late: something later in the order has already begun", "[rail.phases]",
        "of Night Watchman #5 had", "to happen and has not happened yet", "its trigger"}},
      {"22", {"the game was over by then", "[rail.win.fame]"}},
  };
  for (const auto& row : rows) {
    const Ran ran = run({"explain", "day", "legal", row.event});
    EXPECT_EQ(ran.status, 1) << row.event << ran.out << ran.err;
    EXPECT_HAS(ran.out, ": ILLEGAL") << row.event;
    for (const std::string& said : row.said) EXPECT_HAS(ran.out, said) << row.event;
  }
}

TEST_F(Legality, UsingAMissingAbilityIsNotKnownToBeLegal) {
  const Ran imported = importGame(
      "odd",
      R"json({"deckRegistered":{"player":1,"zone":"yard","first":1,"count":2},"context":{"identities":[{"card":1,"definition":"Pufferbelly"},{"card":2,"definition":"Mail Car"}]}}
{"began":{"period":"turn","player":1}}
{"began":{"period":"phase","name":"run","player":1}}
{"actor":1,"abilityActivated":{"player":1,"card":1,"ability":1,"designator":"Whistle"}}
{"actor":1,"abilityActivated":{"player":1,"card":1,"ability":9,"designator":"Whistle"}}
{"actor":1,"abilityActivated":{"player":1,"card":2,"ability":7,"designator":"Whistle"}}
{"actor":1,"traitTriggered":{"player":1,"card":2,"trait":7}}
{"rulingGiven":{"judge":"C","at":7,"claim":"legal(4)"}}
{"rulingGiven":{"judge":"C","at":7,"claim":"legal(5)"}}
{"rulingGiven":{"judge":"C","at":7,"claim":"legal(6)"}}
{"rulingGiven":{"judge":"C","at":7,"claim":"legal(7)"}}
)json");
  EXPECT_EQ(imported.status, 0) << imported.err;
  const Ran verified = run({"verify", "odd"});
  EXPECT_HAS(verified.out, "legality      UNVERIFIED");
  EXPECT_HAS(verified.out, "4 rulings: 1 right, 0 wrong, 3 undecided");
  const struct {
    const char* event;
    const char* said;
  } rows[] = {{"5", "it is not known whether Pufferbelly #1 has the ability or trait 9"},
              {"6", "it is not known whether Mail Car #2 has the ability or trait 7"},
              {"7", "it is not known whether Mail Car #2 has the ability or trait 7"}};
  for (const auto& row : rows) {
    for (const auto& typed : {std::vector<std::string>{"explain", "odd", "legal", row.event},
                              std::vector<std::string>{"ask", "odd", fmt::format("legal({})", row.event)}}) {
      const Ran ran = run(typed);
      EXPECT_HAS(ran.out, row.said) << typed.front() << ' ' << row.event << '\n' << ran.err;
      EXPECT_HAS(ran.out, "UNVERIFIED") << typed.front() << ' ' << row.event;
    }
  }
  // The same for a hypothetical act: event 5 is another then.
  const Ran act = run({"ask", "odd", "--at", "4", "--act", "P1 abilityActivated player=1 card=2 ability=7"});
  EXPECT_HAS(act.out, "uses ability 7 of Mail Car #2: undecided") << act.err;
  EXPECT_HAS(act.out, "it is not known whether Mail Car #2 has the ability or trait 7 that is used\n");
}

TEST_F(Legality, ChecksAreShownForLegalEventsToo) {
  const struct {
    const char* event;
    std::string said;
  } rows[] = {
      {"11", "required: controller(that) = controller(it): yes"},
      {"11", "\"At most two wagons\": 0 of 2 before"},
      {"14", "required: counters(it, \"Coal\") <= 6, after it: yes"},
      {"16", "Pufferbelly #1 may \"run\""},
  };
  for (const auto& row : rows) {
    const Ran ran = run({"explain", "day", "legal", row.event});
    EXPECT_EQ(ran.status, 0) << row.event << ran.out << ran.err;
    EXPECT_HAS(ran.out, ": legal") << row.event;
    EXPECT_HAS(ran.out, "judged in part: ") << row.event;
    EXPECT_HAS(ran.out, row.said) << row.event;
  }
  const Ran time = run({"explain", "day", "legal", "2"});
  EXPECT_HAS(time.out, ": not judged");
  EXPECT_HAS(time.out, "it is not an act: a period begins or ends");
}

TEST_F(Legality, EveryFindingOfVerifyIsAReasonOfTheEvent) {
  const Ran verified = run({"verify", "day"});
  EXPECT_EQ(verified.status, 1) << verified.err;
  // A requirement's finding gives the rule in words, and the values of the parts of its condition.
  EXPECT_HAS(verified.out, "against the rule: A locomotive holds at most 6");
  EXPECT_HAS(verified.out, "counters(it, \"Coal\"): 7");
}

// No clause limits how often a phase occurs, and cards add a second battle phase.
TEST(LegalityOfPhases, ASecondBattlePhaseIsNoFinding) {
  const test::TempDirectory place;
  std::string lines = R"({"game":{"id":"g","ruleset":"yugioh","players":[{},{}]}})"
                      "\n"
                      R"({"began":{"period":"turn","player":1}})"
                      "\n";
  for (const char* phase : {"draw", "standby", "main 1", "battle", "battle", "main 2", "battle", "end"}) {
    lines += fmt::format(R"({{"began":{{"period":"phase","name":"{}","player":1}}}})", phase) + "\n";
  }
  ASSERT_EQ(test::run({"import", place.file("g.jsonl", lines), "--archive", place.archive()}).status, 0);
  const test::Ran ran = test::run({"verify", "g", "--json", "--archive", place.archive()});
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_HAS(ran.out, R"("findings":[])");
}

TEST_F(Legality, TheLimitsOfACardHaveThoseOnCopiesAndAttachments) {
  const Ran wagon = run({"explain", "day", "limit", "#4", "--at", "12"});
  EXPECT_EQ(wagon.status, 0) << wagon.err;
  for (const char* said : {"attached", "\"At most two wagons\": 2 of 2", "\"One wagon of a title\": 2 of 1",
                           "so there can be no more of them"}) {
    EXPECT_HAS(wagon.out, said);
  }
  const Ran engine = run({"explain", "day", "limit", "#2", "--at", "7"});
  EXPECT_HAS(engine.out, "\"One locomotive of a title\": 2 of 1");
}

TEST_F(Legality, TheTranscriptGivesTheReasonsInOneLine) {
  const Ran log = run({"log", "day"});
  EXPECT_HAS(log.out,
             "; ILLEGAL [rail.coal.most]: P1 Ada uses Pufferbelly #1, against the rule: A locomotive holds at most 6 "
             "Coal; counters(it, \"Coal\"): 7");
  EXPECT_FALSE(has(log.out, "event 0")) << log.out;
}

/// An observation that agreed with the rules is no evidence against later results; one that disagreed is, until it is
/// made again.
TEST_F(Legality, ADivergingObservationAffectsOnlyLaterAnswers) {
  const std::string line =
      R"({"deckRegistered":{"player":1,"zone":"yard","first":1,"count":2},"context":{"identities":[{"card":1,"definition":"Pufferbelly"},{"card":2,"definition":"Water Tower"}]}}
{"observed":{"subject":"#1","reading":"Steam","amount":%}}
{"began":{"period":"turn","player":1}}
{"rulingGiven":{"judge":"C","at":3,"claim":"stat(#1, \"Steam\") = 4"}}
)";
  const auto with = [&](const std::string& amount) {
    std::string text = line;
    return text.replace(text.find('%'), 1, amount);
  };
  ASSERT_EQ(importGame("agreed", with("4")).status, 0);
  const Ran agreed = run({"verify", "agreed"});
  EXPECT_HAS(agreed.out, "1 ruling: 1 right, 0 wrong, 0 undecided");
  EXPECT_HAS(run({"explain", "agreed", "#1", "Steam"}).out, "Grade: EXACT");
  EXPECT_HAS(run({"explain", "agreed", "stat(#1, \"Steam\")"}).out, "Grade: EXACT");

  ASSERT_EQ(importGame("differed", with("9")).status, 0);
  const Ran differed = run({"verify", "differed"});
  EXPECT_HAS(differed.out, "1 ruling: 0 right, 0 wrong, 1 undecided");
  EXPECT_HAS(run({"explain", "differed", "#1", "Steam"}).out, "Grade: UNVERIFIED");
  EXPECT_HAS(run({"explain", "differed", "stat(#1, \"Steam\")"}).out, "Grade: UNVERIFIED");
}

/// Acts that every player may do once per turn, without a card.
constexpr const char* kInn = R"({"name": "inn", "version": "1",
  "clauses": [{"id": "inn.rest", "place": "1", "gist": "Whoever has a coin can rest."},
              {"id": "inn.once", "place": "2", "gist": "Nobody does the same twice in a turn."}],
  "zones": [{"name": "room", "kind": "area", "inPlay": true}],
  "periods": [{"name": "turn"}], "values": [{"name": "coins", "start": 0}],
  "readings": [{"reading": "a condition restricts and permits", "clause": "inn.rest"}],
  "limits": [{"name": "once", "wording": "Once per turn", "counted": "activations", "everyAbility": true, "max": 1,
              "keyedBy": ["instance", "ability"], "within": "turn", "clause": "inn.once"}],
  "abilities": [{"name": "rest", "ability": {"conditions": [{"that": "value(me, \"coins\") >= 1"}]}},
                {"name": "leave", "ability": {}}]})";
constexpr const char* kNight = R"({"game":{"id":"night","players":[{"name":"Ada"},{"name":"Ben"}],"ruleset":"inn"}}
{"began":{"period":"turn","player":1}}
{"actor":1,"abilityActivated":{"player":1,"named":"rest"}}
{"actor":2,"abilityActivated":{"player":2,"named":"leave"}}
{"actor":2,"abilityActivated":{"player":2,"named":"leave"}}
)";

TEST_F(Legality, AnAbilityOnNoCardIsShownByNameAndOwner) {
  const Ran imported = run({"import", place.file("night.jsonl", kNight), "--ruleset", place.file("inn.json", kInn)});
  ASSERT_EQ(imported.status, 0) << imported.err;
  const Ran poor = run({"explain", "night", "legal", "2"});
  for (const char* said : {"P1 Ada uses the ability \"rest\" of P1 Ada: ILLEGAL",
                           "the ability \"rest\" of P1 Ada has a condition that does not hold", "[inn.rest]"}) {
    EXPECT_HAS(poor.out, said) << poor.err;
  }
  const Ran twice = run({"explain", "night", "legal", "4"});
  for (const char* said : {"P2 Ben uses the ability \"leave\" of P2 Ben: ILLEGAL",
                           "used by P2 Ben, the ability \"leave\" of P2 Ben", "[inn.once]"}) {
    EXPECT_HAS(twice.out, said) << twice.err;
  }
  const Ran found = run({"verify", "night", "--json"});
  EXPECT_HAS(found.out, R"("fault":"condition","ability":0,"named":"rest")");
  const Ran limits = run({"limits", "night", "--json"});
  for (const char* said :
       {R"("card":null,"ability":0,"named":"leave","player":2,"of":"P2 Ben, the ability \"leave\"","used":2)",
        R"("card":null,"ability":0,"named":"rest","player":1,"of":"P1 Ada, the ability \"rest\"","used":1)"}) {
    EXPECT_HAS(limits.out, said) << limits.err;
  }
}

}  // namespace
}  // namespace docket::legality_test
