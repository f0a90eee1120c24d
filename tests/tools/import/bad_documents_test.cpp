// Bad documents: each is refused with file, line, column and the nearest known name, exit status 2, and nothing is
// stored. The mark <> in a text is the expected position; it is removed first.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "tests/tools/marked.h"
#include "tests/tools/run.h"

namespace docket::test::bad_documents_test {
namespace {

/// A ruleset with those members.
std::string ruleset(const std::string& members) {
  return "// a ruleset\n{\"name\": \"bad\", \"version\": \"1\",\n \"clauses\": [{\"id\": \"bad.one\"}],\n" + members +
         "}\n";
}

const char* const kVocabulary = R"( "zones": [{"name": "field", "kind": "area", "inPlay": true}],
 "periods": [{"name": "turn"}, {"name": "phase", "within": "turn", "names": ["load", "run"]}],
 "types": [{"name": "Fighter"}],
)";

struct Case {
  const char* name;
  std::string document;
  const char* message;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

class BadRuleset : public testing::TestWithParam<Case> {};
TEST_P(BadRuleset, IsRefusedWithItsPlaceAndTheNearestName) {
  const TempDirectory place;
  const Marked document = marked(ruleset(kVocabulary + GetParam().document));
  const std::string file = place.file("bad.json", document.text);
  const Ran ran = run({"rules", "add", file, "--archive", place.archive()});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find(file + ":" + document.place + ": "), std::string::npos) << document.place << ": " << ran.err;
  EXPECT_NE(ran.err.find(GetParam().message), std::string::npos) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(place.archive()));
}

INSTANTIATE_TEST_SUITE_P(
    Names, BadRuleset,
    testing::Values(
        Case{"type in a condition",
             R"("limits": [{"name": "l", "counted": "plays", "keyedBy": ["title"], "within": "turn",
   "everyCard": true, "holdsFor": "type <>\"Figther\""}])",
             "the ruleset has no type \"Figther\" (did you mean \"Fighter\"?)"},
        Case{"zone that is compared", R"("acts": [{"act": "cardPlayed", "requires": [{"what": "that",
   "that": "zone(it) = <>\"feild\""}]}])",
             "the ruleset has no zone \"feild\" (did you mean \"field\"?)"},
        Case{"phase that is compared", R"("acts": [{"act": "cardPlayed", "requires": [{"what": "that",
   "that": "phase() != <>\"laod\""}]}])",
             "the ruleset has no phase \"laod\" (did you mean \"load\"?)"},
        Case{"value that an act names", R"("values": [{"name": "coins"}], "acts": [{"act": "valueChanged",
   "requires": [{"what": "that", "named": <>"coin", "that": "1 = 1"}]}])",
             "the ruleset has no value \"coin\" (did you mean \"coins\"?)"},
        Case{"period that a deadline names", R"("obligations": {"deadlines": [{"act": "ended", "named": <>"trun"}]})",
             "the ruleset has no name of a period or period \"trun\" (did you mean "},
        Case{"that without a condition", R"("acts": [{"act": "cardPlayed", "requires": [{"what": "that",
   "clause": <>"bad.one"}]}])",
             "it requires \"that\", but has no condition"},
        Case{"a condition without that", R"("acts": [{"act": "cardPlayed", "requires": [{"what": "playersTurn",
   "that": <>"1 = 1"}]}])",
             "\"that\" has an effect only together with \"what\": \"that\": here it has none"},
        Case{"limit within nothing", R"("limits": [{"name": <>"l", "counted": "plays", "keyedBy": ["title"]}])",
             "limit \"l\" does not say \"within\" what it counts"},
        Case{"verb of every transcript",
             R"("vocabulary": {"verbs": [{"says": <>"draws", "means": "turns ... attack"}]})",
             "\"draws\" is already a verb of every transcript"},
        Case{"verb that means no line",
             R"("vocabulary": {"verbs": [{"says": "routs", "means": "moves ... to <>feild"}]})",
             "it is not a line of a transcript: \"feild\" is not a zone of the ruleset (did you mean \"field\"?)"},
        Case{"verb that means no event", R"("vocabulary": {"verbs": [{"says": "routs", "means": "<>chases ..."}]})",
             "it is not a line of a transcript: no event begins with \"chases\""},
        Case{"verb that says more than its event", R"("vocabulary": {"verbs": [{"says": "routs", "means":
   "turns ... <>up up up"}]})",
             "it is not a line of a transcript: "},
        Case{"day that is none", R"("from": <>"1.1.2026")", "\"1.1.2026\" is not a date: expected YYYY-MM-DD"},
        Case{"reading twice", R"("readings": [{"reading": "abilities are optional"},
   {"reading": <>"abilities are optional"}])",
             "the reading \"abilities are optional\" appears in it twice"},
        Case{"change of no kind", R"("values": [{"name": "coins"}], "changes": [{"name": <>"gain", "of": "values"}])",
             "change \"gain\" has no \"delta\""},
        Case{"change that is a stat already", R"("stats": [{"name": "Grip"}, {"name": "Grip bonus"}],
 "changes": [{"name": <>"bonus", "delta": "added"}])",
             "stat \"Grip bonus\" appears in it twice"},
        Case{"trait of every player", R"("abilities": [{"name": <>"rest", "ability": {"kind": "continuous"}}])",
             "every player has an ability with a \"name\", not a trait"},
        Case{"ability of every player with two names",
             R"("abilities": [{"name": "rest", "ability": {"name": <>"Rest"}}])",
             "write its name beside \"ability\", not inside it"},
        Case{"ability of every player from a zone",
             R"("abilities": [{"name": "rest", "ability": {"zones": [<>"field"]}}])",
             "an ability that is on no card cannot have \"zones\""},
        Case{"cost of an ability of every player", R"("values": [{"name": "coins"}], "abilities": [{"name": "rest",
   "ability": {"costs": [{"on": "valueChanged", "named": <>"coin"}]}}])",
             "the ruleset has no value \"coin\" (did you mean \"coins\"?)"},
        Case{"parties of no period", R"("permissions": [{"act": <>"go first", "on": "cardMoved", "by": "party"}])",
             "\"by\": \"party\" and the \"period\" whose parties they are go together"},
        Case{"parties of an unknown period",
             R"("permissions": [{"act": "go first", "on": "cardMoved", "by": "party", "period": <>"phas"}])",
             "unknown period \"phas\" (did you mean \"phase\"?)"},
        Case{"forbidden and unsaid", R"("permissions": [{"act": <>"go first", "forbidden": true, "unsaid": true}])",
             "what is forbidden by default cannot be \"unsaid\""},
        Case{"win at the end of nothing", R"("wins": [{"name": "last", "winner": "P1", "atEndOf": <>"round"}])",
             "unknown period \"round\""},
        Case{
            "sentence that opens nothing",
            R"("readings": [{"reading": "a sentence that names whom it speaks of is its own", "names": [<>"While this, he"]}])",
            "it says neither how a sentence opens, as \"While this ..., he\" does, nor what a noun can be called, as"},
        Case{"trigger without an event", R"("triggers": [{"name": <>"Upkeep"}])",
             "trigger \"Upkeep\": it has no \"on\""},
        Case{"trigger that no line defines", R"("triggers": [{"name": "Upkeep", "on": "began"}],
   "obligations": {"optional": [{"trigger": <>"Upkepe", "produces": "gold"}]})",
             "unknown trigger \"Upkepe\" (did you mean \"Upkeep\"?)"},
        Case{"trait that means nothing", R"("traits": [{"name": <>"cursed"}])", "the trait has no effects"},
        Case{"deed of a trait of the rules", R"("values": [{"name": "coins"}], "traits": [{"name": "cursed",
   "effects": [{"what": "lose", "name": <>"coins", "amount": "1"}]}])",
             "a continuous trait can only change things"},
        Case{"function as a word", R"("acts": [{"act": "cardPlayed", "requires": [{"what": "that",
   "that": "not <>turn"}]}])",
             "\"turn\" is a function: turn()"}));

// A finding cites a clause, so an order without a clause could never be reported.
TEST(BadRulesets, AnOrderWithoutAClauseIsRefused) {
  const std::string begin = "{\"name\": \"bad\", \"version\": \"1\", \"clauses\": [{\"id\": \"bad.order\"}],\n";
  const std::string phases = R"( "periods": [{"name": "phase", "names": ["load", "run"], "order": "forward")";
  const TempDirectory place;
  const Ran bare = run({"rules", "check", place.file("bare.json", begin + phases + "}]}")});
  EXPECT_EQ(bare.status, 2) << bare.out;
  EXPECT_NE(bare.out.find("bare.json:2:23: the period \"phase\" has an order but no \"clause\" that gives it"),
            std::string::npos)
      << bare.out;
  const Ran ran = run({"rules", "check", place.file("told.json", begin + phases + R"(, "clause": "bad.order"}]})")});
  EXPECT_EQ(ran.status, 0) << ran.err;
}

TEST(BadRulesets, AreRefusedForMistakesInOtherParts) {
  const struct {
    const char* text;
    const char* message;
  } rows[] = {
      {R"({"name": "bad", "clauses": []})", ":1:1: the ruleset has no \"version\""},
      {R"({"name": "bad", "version": "1", "clauses": [{"id": "a"}, {"id": "a"}]})",
       ":1:65: the clause \"a\" appears in it twice"},
      {R"({"name": "bad", "version": "1", "stats": [{"name": "S"}],
 "clauses": [{"id": "a", "off": [{"at": "stats/T/floor", "to": "\"none\""}]}]})",
       ":2:21: clause \"a\" off: patch of \"stats/T/floor\": nothing here is called \"T\""},
      {R"({"name": "bad", "version": "1", "stats": [{"name": "S"}],
 "clauses": [{"id": "a", "off": [{"at": "stats/S/floor", "to": "\"nona\""}]}]})",
       "did you mean \"none\"?"},
  };
  for (const auto& row : rows) {
    const TempDirectory place;
    const Ran ran = run({"rules", "add", place.file("bad.json", row.text), "--archive", place.archive()});
    EXPECT_EQ(ran.status, 2) << row.text;
    EXPECT_NE(ran.err.find(row.message), std::string::npos) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(place.archive()));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Documents, BadRuleset,
    testing::Values(
        Case{"stat of an expression", R"( "stats": [{"name": "Force"}],
 "wins": [{"name": "w", "if": "stat(#1, <>\"Farce\") > 1", "winner": "P1"}])",
             "the ruleset has no stat \"Farce\" (did you mean \"Force\"?)"},
        Case{"clause", R"( "control": {"clause": <>"bad.on"})",
             "unknown clause \"bad.on\" (did you mean \"bad.one\"?)"},
        Case{"reading", R"( "readings": [{"reading": <>"a text box has part"}])",
             "did you mean \"a text box has parts\"?"},
        Case{"act", R"( "acts": [{"act": <>"cardPlaid"}])", "unknown act \"cardPlaid\" (did you mean \"cardPlayed\"?)"},
        Case{"name twice", R"( "stats": [{"name": "Force"}, {"name": <>"Force"}])", "\"Force\" appears in it twice"},
        Case{"period of a limit", R"( "limits": [{"name": "once", "within": <>"trun"}])",
             "unknown period \"trun\" (did you mean \"turn\"?)"},
        Case{"limit that cannot be counted",
             R"( "limits": [{"name": <>"one", "within": "game", "counted": "copiesInPlay",
   "keyedBy": ["title", "trigger"]}])",
             "counts copies of cards by trigger"},
        Case{"copies of abilities", R"( "limits": [{"name": <>"one", "within": "game", "counted": "copiesInDeck",
   "everyAbility": true}])",
             "counts copies, for abilities"},
        Case{"limit of none", R"( "limits": [{"name": <>"one", "within": "turn", "max": 0}])", "the minimum is 1"},
        Case{"zone of an expression", R"( "wins": [{"name": "w", "if": "count(<>in feild) > 3", "winner": "P1"}])",
             "the ruleset has no zone \"feild\" (did you mean \"field\"?)"},
        Case{"keyword kind", R"x( "keywordKinds": [{"name": "clan", "keywords": ["Lion"]}],
 "wins": [{"name": "w", "if": "sameKeyword(#1, #2, <>\"clam\")", "winner": "P1"}])x",
             "the ruleset has no kind of keywords \"clam\" (did you mean \"clan\"?)"},
        Case{"type in an expression", R"( "wins": [{"name": "w", "if": "true and <>1", "winner": "P1"}])",
             "expected true or false; this is a number"},
        Case{"type of an expression", R"( "wins": [{"name": "w", "if": "true",
   "winner": "<>3"}])",
             "expected a player; this is a number"},
        Case{"expression cut short", R"( "wins": [{"name": "w", "if": "keyword(#1, \"A\") and<>", "winner": "P1"}])",
             "expected a value"},
        Case{"total that needs itself", R"( "stats": [{"name": "Force", "total": <>"stat(this, \"Force\") + 1"}])",
             "the total of stat \"Force\" needs itself"},
        Case{"totals that need each other", R"x( "stats": [{"name": "Chi", "total": <>"stat(this, \"Force\")"},
   {"name": "Force", "total": "1 + stat(this, \"Chi\")"}])x",
             "the total of stat \"Chi\" needs itself"},
        Case{"a megabyte of parentheses",
             R"( "wins": [{"name": "w", "if": ")" + std::string(64, '(') + "<>" + std::string(1U << 20, '(') + "\"}]",
             "nested more than 64 deep"}));

class BadCatalogue : public testing::TestWithParam<Case> {};
TEST_P(BadCatalogue, IsRefusedWithItsPlaceAndTheNearestName) {
  const TempDirectory place;
  const Marked document = marked("// cards\n{\"name\": \"bad\", \"ruleset\": \"l5r-celestial\", \"cards\": [\n" +
                                 GetParam().document + "]}\n");
  const std::string file = place.file("cards.json", document.text);
  const Ran ran = run({"cards", "import", file, "--archive", place.archive()});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find(file + ":" + document.place + ": "), std::string::npos) << document.place << ": " << ran.err;
  EXPECT_NE(ran.err.find(GetParam().message), std::string::npos) << ran.err;
}

INSTANTIATE_TEST_SUITE_P(
    Documents, BadCatalogue,
    testing::Values(
        Case{"stat", R"({"key": "A", "title": "A", "stats": [{"stat": <>"Farce", "amount": 2}]})",
             "card \"A\": unknown stat \"Farce\" (did you mean \"Force\"?)"},
        Case{"limit", R"({"key": "A", "title": "A", "abilities": [{}, {"limits": [{"limit": <>"once-per-trun"}]}]})",
             "unknown limit \"once-per-trun\" (did you mean \"once-per-turn\"?)"},
        Case{"key twice", R"({"key": "A", "title": "A"}, {"key": <>"A", "title": "B"})", "\"A\" appears in it twice"},
        Case{"no key", R"({"title": <>"A"})", "card 1 has no key"},
        Case{"printings in disorder", R"({"key": "A", "title": "A", "printings": [{"set": "X", "date": "2010-01-01"},
   {"set": "Y", "date": <>"2009-01-01"}]})",
             "printing 2 is older than the one before it"},
        Case{"event of a trigger",
             R"({"key": "A", "title": "A", "abilities": [{"kind": "triggered", "trigger": {"on": <>"begun"}}]})",
             "unknown event \"begun\" (did you mean \"began\"?)"},
        Case{"stat of an effect", R"({"key": "A", "title": "A", "abilities": [{"effects": [{"what": "bonus",
   "name": <>"Cho", "amount": "1"}]}]})",
             "unknown stat \"Cho\" (did you mean \"Chi\"?)"},
        Case{"amount of an effect", R"({"key": "A", "title": "A", "abilities": [{"effects": [{"what": "bonus",
   "name": "Chi", "amount": "1 + <>\"é\""}]}]})",
             "expected a number; this is a text"}));

INSTANTIATE_TEST_SUITE_P(
    Names, BadCatalogue,
    testing::Values(Case{"type", R"({"key": "A", "title": "A", "types": [<>"Personalty"]})",
                         "the ruleset has no type \"Personalty\" (did you mean \"Personality\"?)"},
                    Case{"zone of an ability", R"({"key": "A", "title": "A", "abilities": [{"zones": [<>"hnad"]}]})",
                         "the ruleset has no zone or part of a zone \"hnad\" (did you mean \"hand\"?)"},
                    Case{"value of an effect", R"({"key": "A", "title": "A", "abilities": [{"effects": [{"what": "gain",
   "to": "me", "name": <>"glod", "amount": "1"}]}]})",
                         "the ruleset has no value \"glod\" (did you mean \"gold\"?)"},
                    Case{"zone of an effect", R"({"key": "A", "title": "A", "abilities": [{"effects": [{"what": "move",
   "name": <>"hoem"}]}]})",
                         "the ruleset has no zone \"hoem\" (did you mean \"home\"?)"},
                    Case{"name of a trigger", R"({"key": "A", "title": "A", "abilities": [{"kind": "triggered",
   "trigger": {"on": "valueChanged", "named": <>"glod"}}]})",
                         "the ruleset has no value \"glod\""},
                    Case{"type in a condition", R"x({"key": "A", "title": "A", "abilities": [{"kind": "continuous",
   "effects": [{"what": "bonus", "name": "Chi", "amount": "1", "to": "cards(in play, type <>\"Folower\")"}]}]})x",
                         "the ruleset has no type \"Folower\" (did you mean \"Follower\"?)"},
                    Case{"deed of a continuous trait",
                         R"({"key": "A", "title": "A", "abilities": [{"kind": "continuous",
   "effects": [{"what": "gain", "to": "me", "name": <>"gold", "amount": "1"}]}]})",
                         "a continuous trait can only change things"},
                    Case{"trigger that the rules do not know",
                         R"({"key": "A", "title": "A", "abilities": [{"kind": "triggered",
   "trigger": {"name": <>"Focus Efect"}}]})",
                         "the rules have no trigger \"Focus Efect\" (did you mean \"Focus Effect\"?)"},
                    Case{"effect without a stat",
                         R"({"key": "A", "title": "A", "abilities": [{"effects": [{"what": "bonus",
   "amount": <>"1"}]}]})",
                         "an effect has no \"name\" for the stat that it changes"}));

TEST(BadFacts, AreRefusedWithTheirLine) {
  const TempDirectory place;
  const std::string file = place.file(
      "cards.jsonl",
      "{\"slug\": \"a\", \"name\": \"A\", \"types\": [\"ALLY\"]}\n{\"slug\": 3, \"name\": \"B\", \"types\": []}\n");
  const Ran ran = run({"cards", "import", file, "--archive", place.archive()});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find(file + ":2:10: \"slug\": expected a text; this is a number"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace docket::test::bad_documents_test
