// docket branch and docket diff: hypothetical changes and their effects.
#include <capnp/message.h>

#include "events/json/json.h"
#include "events/json/json_struct_writer.h"
#include "schemas/event.capnp.h"
#include "tests/tools/disputed_game.h"

namespace docket::branch_test {
namespace {

using test::has;
using test::memberOf;
using test::Ran;

class Branch : public test::DisputedGame {
 protected:
  [[nodiscard]] Ran good(std::vector<std::string> typed) const {
    Ran ran = run(std::move(typed));
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran;
  }
};

TEST_F(Branch, SharesThePastWithoutTheEffectsOfRemovedEvents) {
  const Ran made = good({"branch", "court/7", "--without", "10", "--json"});
  EXPECT_EQ(memberOf(made.out, "game"), "\"court/7/branch-1\"");
  EXPECT_EQ(memberOf(made.out, "at"), "9");
  EXPECT_EQ(memberOf(made.out, "own"), "9");
  EXPECT_HAS(made.out,
             R"("event":10,"what":"P1 uses \"Steady Guard\" #2 ability 1 as Battle","why":"it was left out")");
  EXPECT_HAS(made.out, "it was caused by event 10, which is not in the branch");
  // The second use is the first one now.
  EXPECT_HAS(made.out, R"("event":12,"found":false)");
  const Ran log = good({"log", "court/7/branch-1"});
  EXPECT_HAS(log.out, "event 11 of court/7 is not in this branch");
  EXPECT_HAS(good({"ask", "court/7/branch-1", "legal(12)", R"(value(P1, "Family Honor"))"}).out, "legal(12): true");
  EXPECT_HAS(good({"ask", "court/7", "legal(12)"}).out, "legal(12): false");
}

TEST_F(Branch, KeepsTheLimitsOfItsPast) {
  (void)good({"branch", "court/7", "--at", "11", "--as", "b"});
  const Ran asked = run({"ask", "b", "--act", "P1 abilityActivated player=1 card=2 ability=1"});
  EXPECT_EQ(asked.status, 1) << asked.out;
  EXPECT_HAS(asked.out, "event 10, T1");
}

TEST_F(Branch, ReplacesFieldsOrAWholeEvent) {
  (void)good({"branch", "court/7", "--edit", "11: amount=5", "--as", "five"});
  EXPECT_HAS(good({"ask", "five", R"(value(P1, "Family Honor"))"}).out, ": 5 ");
  (void)good({"branch", "court/7", "--edit", "11: note \"nothing was gained\"", "--as", "none"});
  EXPECT_HAS(good({"log", "none"}).out, "nothing was gained");
  (void)good({"branch", "court/7", "--edit", "18: until=phase", "--as", "short"});
  EXPECT_HAS(good({"explain", "short", "#2", "controller"}).out, "until the phase ends");
}

TEST_F(Branch, InsertsEventsAndRenumbersReferencesToLaterOnes) {
  (void)good({"branch", "court/7", "--add", "after 9: note \"a question was asked\"", "--as", "b"});
  const Ran log = good({"log", "b"});
  EXPECT_HAS(log.out, "\n   19");
  EXPECT_HAS(log.out, "because 11");
  EXPECT_HAS(log.out, "superseding 16");
  EXPECT_HAS(log.out, " at 14 ");
}

TEST_F(Branch, MovesEventsThatHappenAtTheSameTimeTogether) {
  std::string lines = test::kGame;
  lines.replace(lines.find("court/7"), 7, "court/8");
  lines += R"({"actor":1,"group":19,"valueChanged":{"subject":"P1","value":"gold","how":"gained","amount":2}}
{"actor":1,"group":19,"valueChanged":{"subject":"P1","value":"gold","how":"gained","amount":3}}
)";
  importGame("together.jsonl", lines);
  (void)good({"branch", "court/8", "--add", "after 9: note \"a question was asked\"", "--as", "b"});
  const Ran exported = good({"export", "b"});
  EXPECT_HAS(exported.out, R"({"n":20,"actor":1,"group":20,)");
  EXPECT_HAS(exported.out, R"({"n":21,"actor":1,"group":20,)");
}

TEST_F(Branch, RenumbersTheEventsNamedInAClaim) {
  struct Case {
    const char* claim;
    const char* in_branch;
  };
  // Event 9 is followed by a new one: 10 and 12 are 11 and 13 then, 4 stays 4.
  const Case cases[] = {
      {"legal(12)", "legal(13)"},
      {"not legal(12)", "not legal(13)"},
      {"legal(10) and not legal(12) or legal(4)", "legal(11) and not legal(13) or legal(4)"},
      {"broke( 12 , \"l5r.ability.once\")", "broke( 13 , \"l5r.ability.once\")"},
      {"after(10, stat(#2, \"Force\")) = 12", "after(11, stat(#2, \"Force\")) = 12"},
      {"before(12, if legal(10) then 12 else 10) = 12", "before(13, if legal(11) then 12 else 10) = 12"},
      {"obligation(12, #2, 12) = \"legal(12)\"", "obligation(13, #2, 12) = \"legal(12)\""},
      {"used(#2, 1, \"once-per-turn\") = 12", "used(#2, 1, \"once-per-turn\") = 12"},
      {"legal(12", "legal(12"},
  };
  std::string lines = test::kGame;
  lines.replace(lines.find("court/7"), 7, "court/9");
  for (const Case& one : cases) {
    capnp::MallocMessageBuilder ruling, observation;
    ruling.initRoot<schema::Event>().initRulingGiven().setClaim(one.claim);
    ruling.getRoot<schema::Event>().getRulingGiven().setAt(13);
    observation.initRoot<schema::Event>().initObserved().setExpression(one.claim);
    for (auto* event : {&ruling, &observation}) {
      lines += writeJson(capnp::DynamicStruct::Reader(event->getRoot<schema::Event>().asReader())) + '\n';
    }
  }
  importGame("claims.jsonl", lines);
  (void)good({"branch", "court/9", "--add", "after 9: note \"a question was asked\"", "--as", "b"});
  const Ran exported = good({"export", "b"});
  for (const Case& one : cases) {
    capnp::MallocMessageBuilder message;
    message.initRoot<schema::Event>().setNote(one.in_branch);
    const auto note = writeJson(capnp::DynamicStruct::Reader(message.getRoot<schema::Event>().asReader()));
    const auto text = note.substr(note.find(':') + 1, note.size() - note.find(':') - 2);
    EXPECT_HAS(exported.out, "\"claim\":" + text);
    EXPECT_HAS(exported.out, "\"expression\":" + text) << text;
  }
}

TEST_F(Branch, OmitsARulingAboutAMissingCard) {
  importGame("two.txt", R"(game "two"
P1 "Gus"
P2 "Hana"
ruleset "l5r-celestial" "2011-06-06"

P1 registers "fate deck"
  = "Steady Guard"
P2 registers "fate deck"
  = "Steady Guard"
ruling "controller(#1) = P1" by "Femi"
)");
  // Without the first deck, card #1 is the other player's.
  const Ran made = good({"branch", "two", "--without", "1", "--as", "b"});
  EXPECT_HAS(made.out, "it refers to card #1, which is not in the branch");
  EXPECT_HAS(made.out, "shares no event with two");
  EXPECT_FALSE(has(good({"rulings", "b"}).out, "controller")) << made.out;
}

TEST_F(Branch, StopOmitsTheLaterEvents) {
  const Ran made = good({"branch", "court/7", "--without", "10", "--stop", "--json"});
  EXPECT_EQ(memberOf(made.out, "events"), "10");
}

TEST_F(Branch, IsVerifiedExportedAndImportedLikeAnyGame) {
  (void)good({"branch", "court/7", "--without", "12", "--as", "b"});
  const Ran verified = run({"verify", "b"});
  EXPECT_HAS(verified.out, "head          EXACT");
  EXPECT_HAS(verified.out, "fold          EXACT");
  const Ran exported = good({"export", "b"});
  const std::string file = place.file("b.jsonl", exported.out);
  EXPECT_HAS(good({"import", file}).out, "unchanged");
  const test::TempDirectory other;
  const Ran elsewhere =
      test::run({"import", file, "--cards", place.file("cards.json", test::kCards), "--archive", other.archive()});
  EXPECT_EQ(elsewhere.status, 0) << elsewhere.err;
  EXPECT_HAS(test::run({"verify", "b", "--archive", other.archive()}).out, "head          EXACT");
}

TEST_F(Branch, HidesFromASeatWhatItsParentHides) {
  (void)good({"branch", "court/7", "--at", "6", "--as", "b"});
  const Ran exported = good({"export", "b", "--seat", "2"});
  EXPECT_FALSE(has(exported.out, "Steady Guard")) << exported.out;
  EXPECT_HAS(exported.out, "Old Keep");
}

TEST_F(Branch, OfABranchDiffersFromItsParentAtItsStart) {
  (void)good({"branch", "court/7", "--without", "9", "--as", "b"});
  (void)good({"branch", "b", "--edit", "11: amount=7", "--as", "c"});
  const Ran diff = run({"diff", "b", "c", "--json"});
  EXPECT_EQ(diff.status, 1) << diff.err;
  EXPECT_EQ(memberOf(diff.out, "shared"), "10");
  EXPECT_EQ(memberOf(diff.out, "compared"), "1");
  EXPECT_HAS(diff.out, R"("field":"Family Honor","left":{"value":"2","event":11)");
}

TEST_F(Branch, RefusesImpossibleEdits) {
  struct Case {
    std::vector<std::string> typed;
    const char* said;
  };
  const Case cases[] = {
      {{}, "expected --at, --without, --edit or --add"},
      {{"--without", "99"}, "has no event 99: the last one is 18"},
      {{"--without", "0"}, "has no event 0"},
      {{"--without", "x"}, "expected the number of an event"},
      {{"--without", "7-3"}, "expected the first event, then the last"},
      {{"--at", "12", "--without", "10"}, "choose an earlier --at"},
      {{"--edit", "11 amount=5"}, "expected 'N: field=value ...'"},
      {{"--edit", "11: amuont=5"}, "did you mean \"amount\""},
      {{"--edit", "11: causes=[3]"}, "only fields of valueChanged can be edited"},
      {{"--edit", "11: amount=-5"}, "is negative"},
      {{"--add", "after 9: cardMoved card=99 player=1 zone=hand"}, "there is no card 99"},
      {{"--without", "10", "--as", "court/7"}, "there is already a game court/7"},
      {{"--without", "10", "--as", "not an id"}, "is not a game id"},
      {{"--without", "10", "--account", "P9"}, "expected a seat"},
  };
  const auto before = run({"games"}).out;
  for (const Case& one : cases) {
    std::vector<std::string> typed{"branch", "court/7"};
    typed.insert(typed.end(), one.typed.begin(), one.typed.end());
    const Ran ran = run(typed);
    EXPECT_EQ(ran.status, 2) << one.said << ran.out;
    EXPECT_HAS(ran.err, one.said);
  }
  EXPECT_EQ(run({"games"}).out, before);
}

class Diff : public Branch {};

TEST_F(Diff, OfAPointAndItselfIsEmpty) {
  const Ran same = run({"diff", "court/7@12", "court/7@12"});
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  EXPECT_HAS(same.out, "They are equal.");
}

TEST_F(Diff, ShowsEachDifferenceWithItsEventAndStep) {
  const Ran diff = run({"diff", "court/7@8", "court/7@9"});
  EXPECT_EQ(diff.status, 1) << diff.err;
  EXPECT_EQ(diff.out, R"text(left: court/7 after event 8, l5r-celestial 2011-06-06
right: court/7 after event 9, l5r-celestial 2011-06-06


Steady Guard #2
  Force: 4 | 6
      left: as before [l5r.calc.sum]
      right: event 9: P1 attaches "Iron Blade" #3 to "Steady Guard" #2 as weapon
        [l5r.calc.sum]

Iron Blade #3
  attached to: nothing | Steady Guard #2
      right: event 9: P1 attaches "Iron Blade" #3 to "Steady Guard" #2 as weapon
)text");
}

TEST_F(Diff, FindsTheOnlyDifferentEventOfTwoImportedGames) {
  std::string other = test::kGame;
  other.replace(other.find("court/7"), 7, "court/8");
  other.replace(other.find(R"("how":"gained","amount":2)"), 25, R"("how":"gained","amount":3)");
  importGame("other.jsonl", other);
  const Ran diff = run({"diff", "court/7", "court/8", "--json"});
  EXPECT_EQ(diff.status, 1) << diff.err;
  EXPECT_EQ(memberOf(diff.out, "shared"), "10");
  EXPECT_HAS(diff.out, R"("subject":"P1 Aiko","field":"Family Honor","left":{"value":"2")");
  // It is the only one.
  EXPECT_EQ(diff.out.find(R"("subject")"), diff.out.rfind(R"("subject")")) << diff.out;
}

TEST_F(Diff, OfABranchDefaultsToItsParent) {
  (void)good({"branch", "court/7", "--without", "13", "--as", "b"});
  EXPECT_EQ(run({"diff", "b"}).status, 1);
  const Ran no_branch = run({"diff", "court/7"});
  EXPECT_EQ(no_branch.status, 2);
  EXPECT_HAS(no_branch.err, "expected GAME@POINT GAME@POINT");
}

/// A game of many events in which player 1's honor goes up by one each time; event `other` is of 2.
std::string longGame(const std::string& id, std::uint32_t events, std::uint32_t other) {
  std::string lines =
      R"({"game":{"id":")" + id +
      R"(","players":[{"name":"Aiko"},{"name":"Bastien"}],"ruleset":"l5r-celestial","rulesetVersion":"2011-06-06","startingValues":[{"player":1,"value":"Family Honor","amount":0},{"player":2,"value":"Family Honor","amount":0}]}})"
      "\n";
  for (std::uint32_t number = 1; number <= events; ++number) {
    lines += R"({"actor":1,"valueChanged":{"subject":"P1","value":"Family Honor","how":"gained","amount":)";
    lines += number == other ? "2" : "1";
    lines += "}}\n";
  }
  return lines;
}

TEST(LongGames, ABranchIsComparedFromItsFirstEvent) {
  const test::TempDirectory place;
  const auto run = [&](std::vector<std::string> typed) { return test::runOn(place.archive(), std::move(typed)); };
  constexpr std::uint32_t kEvents = 30'000;
  ASSERT_EQ(run({"import", place.file("a.jsonl", longGame("a", kEvents, 0))}).status, 0);
  const Ran made = run({"branch", "a", "--edit", "29995: amount=2", "--as", "b", "--json"});
  EXPECT_EQ(memberOf(made.out, "own"), "6") << made.out << made.err;
  const Ran diff = run({"diff", "a", "b", "--json"});
  EXPECT_EQ(diff.status, 1) << diff.err;
  EXPECT_EQ(memberOf(diff.out, "shared"), "29994");
  EXPECT_EQ(memberOf(diff.out, "compared"), "1");
  EXPECT_HAS(diff.out, R"("left":{"value":"30000","event":30000)");
  // The same two records if neither is a branch of the other are compared from the first event on.
  const std::string lines = longGame("c", kEvents, 29'995);
  ASSERT_EQ(run({"import", place.file("c.jsonl", lines)}).status, 0);
  const Ran apart = run({"diff", "a", "c", "--json"});
  EXPECT_EQ(memberOf(apart.out, "shared"), "29994");
  EXPECT_EQ(memberOf(apart.out, "compared"), "29995");
}

TEST(LongGames, TheEventOfADifferenceIsFoundHoweverOld) {
  const test::TempDirectory place;
  const auto run = [&](std::vector<std::string> typed) { return test::runOn(place.archive(), std::move(typed)); };
  std::string lines = longGame("a", 5'000, 0);
  const std::string others = R"("subject":"P1")";
  std::size_t at = 0;
  for (int event = 1; event <= 1'000; ++event) at = lines.find(others, at + 1);
  lines.replace(at, others.size(), R"("subject":"P2")");
  ASSERT_EQ(run({"import", place.file("a.jsonl", lines)}).status, 0);
  const Ran made = run({"branch", "a", "--edit", "1000: amount=2", "--as", "b", "--json"});
  ASSERT_EQ(made.status, 0) << made.err;
  const Ran diff = run({"diff", "a", "b", "--json"});
  EXPECT_EQ(diff.status, 1) << diff.err;
  EXPECT_HAS(diff.out, R"("left":{"value":"1","event":1000)");
  EXPECT_HAS(diff.out, R"("right":{"value":"2","event":1000)");
}

}  // namespace
}  // namespace docket::branch_test
