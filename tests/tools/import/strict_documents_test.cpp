// Everything in a ruleset or a catalogue has an effect, or is refused or noted with line and column. The mark <> in
// a text is the expected position.
#include <gtest/gtest.h>

#include <string>

#include "tests/places.h"
#include "tests/tools/marked.h"
#include "tests/tools/railyard.h"
#include "tests/tools/run.h"
#include "tools/game/game_loader.h"

namespace docket::test::strict_documents_test {
namespace {

/// A ruleset with a word of each kind, and those members.
std::string kitchen(const std::string& members) {
  return R"x({"name": "kitchen", "version": "1", "from": "2026-01-01", "clauses": [{"id": "k.one"}, {"id": "k.two"}],
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "hand"}, {"name": "table", "inPlay": true}],
 "vocabulary": {"designators": ["Stir"], "counters": ["salt"], "keywords": ["Hot"], "reasons": ["spill"]},
 "periods": [{"name": "turn"}], "stats": [{"name": "Strength"}], "values": [{"name": "gold"}],
 "types": [{"name": "Cook", "stats": ["Strength"]}],
 "calculation": {"sumClause": "k.one"})x" +
         (members.empty() ? "" : ",\n" + members) + "}\n";
}

constexpr const char* kLimits = R"x("limits": [
  {"name": "once", "keyedBy": ["instance", "ability"], "within": "turn"},
  {"name": "once-for-traits", "counted": "triggers", "keyedBy": ["instance", "ability"], "within": "turn"},
  {"name": "copies", "counted": "copiesInDeck", "keyedBy": ["title", "player"], "within": "game", "max": 3}])x";

class StrictDocuments : public testing::Test {
 protected:
  /// Checks the remark of `docket rules check` on the kitchen with those members, at the mark.
  void rules(const std::string& members, int status, const std::string& message) {
    const Marked document = marked(kitchen(members));
    const std::string file = place_.file("rules.json", document.text);
    expectRemark(run({"rules", "check", file}), file, document, status, message);
  }
  /// Checks the remark of `docket cards check` on a card, by the kitchen with limits.
  void card(const std::string& card, int status, const std::string& message) {
    const Marked document = marked("{\"name\": \"c\", \"ruleset\": \"kitchen\", \"cards\": [\n" + card + "]}\n");
    const std::string file = place_.file("cards.json", document.text);
    const std::string ruleset = place_.file("rules.json", kitchen(kLimits));
    expectRemark(run({"cards", "check", file, "--ruleset", ruleset}), file, document, status, message);
  }

  static void expectRemark(const Ran& ran, const std::string& file, const Marked& document, int status,
                           const std::string& message) {
    EXPECT_EQ(ran.status, status) << ran.out << ran.err;
    if (message.empty()) return;  // nothing to report
    EXPECT_HAS(ran.out, file + ":" + document.place + ": " + message) << document.place;
  }

  TempDirectory place_;
};

TEST_F(StrictDocuments, AreGoodIfEveryWordHasAnEffect) {
  const std::string file = place_.file("rules.json", kitchen(kLimits));
  const Ran ran = run({"rules", "check", file});
  EXPECT_EQ(ran.status, 0) << ran.out;
}

// -- rulesets

TEST_F(StrictDocuments, RefuseANamedClueThatIsMisspelt) {
  rules(R"x("acts": [{"act": "cardMoved", "requires": [
   {"what": "that", "named": <>"spil", "that": "inPlay(it)", "clause": "k.two"}]
}])x",
        2, "the ruleset has no ");
  rules(R"x("permissions": [{"act": "spill it", "on": "cardMoved", "named": <>"spil", "forbidden": true}])x", 2,
        "the ruleset has no ");
  rules(R"x("wins": [{"name": "rich", "on": "valueChanged", "named": <>"golt", "winner": "P1"}])x", 2,
        "the ruleset has no value \"golt\" (did you mean \"gold\"?)");
}

TEST_F(StrictDocuments, RefuseAnActThatNothingPermitsOrForbids) {
  rules(R"x("permissions": [{"act": "spill it", "on": "cardMoved", "named": "spill", "forbidden": true}],
 "precedence": [{"winner": {"speakers": ["card"], "acts": [<>"spil it"]}, "loser": {"speakers": ["rule"]}}])x",
        2, "the ruleset has no permission \"spil it\" (did you mean \"spill it\"?)");
}

TEST_F(StrictDocuments, RefuseAKeywordOfNoKind) {
  rules(R"x("permissions": [{"act": "spill it", "on": "cardMoved", "named": "spill", "grants": [
   {"to": "keyword <>\"Hott\"", "says": "cannot"}]}])x",
        2, "the ruleset has no keyword \"Hott\" (did you mean \"Hot\"?)");
}

TEST_F(StrictDocuments, RefuseAnUndeclaredCounterOrDesignator) {
  rules(R"x("wins": [{"name": "salty", "if": "counters(P1, <>\"sallt\") > 3", "winner": "P1"}])x", 2,
        "the ruleset has no counter \"sallt\" (did you mean \"salt\"?)");
  rules(R"x("limits": [{"name": "once", "keyedBy": ["instance", "ability"], "within": "turn", "everyAbility": true,
   "designator": <>"Stirr"}])x",
        2, "the ruleset has no designator \"Stirr\" (did you mean \"Stir\"?)");
}

TEST_F(StrictDocuments, RefuseGivingBackUsesThatAreNotCountedByInstance) {
  rules(R"x("limits": [{"name": "once", "keyedBy": ["title", "player"], "within": "turn",
   "givenBack": [<>{"when": "leavesLocation"}]}])x",
        2,
        "limit \"once\": leavesLocation is of one card: it gives nothing back where \"keyedBy\" has no \"instance\"");
}

TEST_F(StrictDocuments, RefuseASecondLineForAVoidAct) {
  rules(R"x("acts": [{"act": "cardPlayed", "void": true}, {"act": <>"cardPlayed", "requires": [
   {"what": "playersTurn", "clause": "k.two"}]}])x",
        2, "the act \"cardPlayed\" appears in it twice");
}

TEST_F(StrictDocuments, RefuseVoidForAnActThatAlwaysHappens) {
  rules(R"x("acts": [{"act": "cardMoved", "void": <>true}])x", 2,
        "only a cardPlayed, an abilityActivated and a traitTriggered can be void");
}

TEST_F(StrictDocuments, RefuseAFieldThatNothingReadsThere) {
  rules(R"x("acts": [{"act": "cardPlayed", "requires": [{"what": "playersTurn", "that": <>"1 = 2"}]}])x", 2,
        "\"that\" has an effect only together with \"what\": \"that\": here it has none");
  rules(R"x("limits": [{"name": "l", "keyedBy": ["instance"], "within": "turn", "designator": <>"Stir"}])x", 2,
        "\"designator\" has an effect only together with \"everyAbility\": here it has none");
}

TEST_F(StrictDocuments, NoteACalculationWithoutASumClauseAsUnchecked) {
  const Marked document = marked(R"x({"name": "r", "version": "1", "from": "2026-01-01", "stats": [{"name": "S"}],
 "clauses": [{"id": "k.one"}], "calculation": <>{"floorClause": "k.one"}, "zones": [{"name": "t", "inPlay": true}]})x");
  const std::string file = place_.file("rules.json", document.text);
  expectRemark(run({"rules", "check", file}), file, document, 0,
               "note: without a \"sumClause\" no stat that a record observes");
}

TEST_F(StrictDocuments, NoteAnUnusedClause) {
  const Marked document = marked(R"x({"name": "r", "version": "1", "from": "2026-01-01",
 "clauses": [{"id": <>"k.idle"}]})x");
  const std::string file = place_.file("rules.json", document.text);
  expectRemark(run({"rules", "check", file}), file, document, 0,
               "note: nothing in the document carries out the clause \"k.idle\": the rules are the same without it");
}

TEST_F(StrictDocuments, NoteALineThatCanNeverApplyWithTheReason) {
  rules(R"x("wins": [{"name": "never", "if": <>"1 = 2", "winner": "P1"}])x", 0,
        "note: \"if\" is never true: the line can never apply");
  rules(R"x("permissions": [{"act": "spill it", "on": "cardMoved", "named": "spill", "grants": [
   {"says": "may"}, {"to": "keyword \"Hot\"", "says": <>"cannot"}]}])x",
        0, "note: an earlier grant is for all players: this one is never reached");
  rules(R"x("precedence": [{"winner": {"speakers": ["card"]}, "loser": {"speakers": ["rule"]}},
  {"winner": <>{"speakers": ["rule"]}, "loser": {"speakers": ["card"]}}])x",
        0, "note: line 0 (counted from 0) already decides every case of this one, the other way round");
}

TEST_F(StrictDocuments, CheckAnAbilityOfEveryPlayerLikeOneOfACard) {
  rules(R"x("abilities": [{"name": "stir", "ability": {"designator": <>"Stirr"}}])x", 2,
        "the ruleset has no designator \"Stirr\" (did you mean \"Stir\"?)");
  rules(R"x("abilities": [{"name": "stir", "ability": {"conditions": [<>{}]}}])x", 2,
        "the condition has no effect: it has neither \"that\" nor \"permits\"");
  rules(R"x("abilities": [{"name": "stir", "ability": {"effects": [{"what": "gain", "name": <>"golt"}]}}])x", 2,
        "the ruleset has no value \"golt\" (did you mean \"gold\"?)");
  rules(std::string(kLimits) + R"x(,
 "abilities": [{"name": "stir", "ability": {"limits": [{"limit": <>"copies"}]}}])x",
        2, "\"copies\" is a limit on cards: write it in the \"limits\" of the card");
  rules(R"x("abilities": [{"name": "stir"}, {"name": <>"stir", "ability": {"designator": "Stir"}}])x", 2,
        "abilities \"stir\" appears in it twice");
  rules(R"x("abilities": [{"name": "stir", "clause": <>"k.three"}])x", 2, "");
}

TEST_F(StrictDocuments, AcceptAnAbilitysNameAndRefuseAnUnknownOne) {
  const std::string stir = R"x("abilities": [{"name": "stir it", "ability": {"designator": "Stir"}}],
 "permissions": [{"act": "stir", "on": "abilityActivated", "forbidden": true, "named": )x";
  rules(stir + R"x("stir it"}])x", 0, "");
  rules(stir + R"x(<>"stir if"}])x", 2, "the ruleset has no designator or ability \"stir if\"");
  rules(stir + R"x(<>"Hot Stir: Add salt."}])x", 0, "note: the ruleset has no designator or ability");
  rules(R"x("wins": [{"name": "w", "on": "abilityActivated", "if": "actKeyword(<>\"Hott\")"}])x", 2,
        "the ruleset has no keyword \"Hott\" (did you mean \"Hot\"?)");
  rules(R"x("wins": [{"name": "w", "on": "cardMoved", "if": "<>actKeyword(\"Hot\")"}])x", 2,
        "\"actKeyword()\" means nothing here: the event \"cardMoved\" is not a use of an ability or a trait");
}

TEST_F(StrictDocuments, ResolveTheSizesOfChangesByName) {
  const std::string loss = R"x("changes": [{"name": "loss", "of": "values", "delta": "subtracted"}],
 "traits": [{"name": "careful", "effects": [{"what": "bonus", "amount": "1", "name": )x";
  rules(loss + R"x("gold loss"}]}])x", 0, "");
  rules(loss + R"x(<>"Strength loss"}]}])x", 2, "trait \"careful\": unknown stat \"Strength loss\"");
}

TEST_F(StrictDocuments, RefuseAPeriodOfPartiesIfNoPartyActs) {
  rules(R"x("permissions": [{"act": "a", "on": "cardMoved", "named": "spill", "period": <>"turn"}])x", 2, "");
  rules(R"x("permissions": [{"act": "a", "by": <>"who"}])x", 2,
        "\"by\" has an effect only together with \"on\": here it has none");
}

TEST_F(StrictDocuments, RefuseFieldsThatOnlySlotsOrHostModifiersRead) {
  rules(R"x("attachment": {"modifiersClause": <>"k.two"})x", 2,
        "\"modifiersClause\" has an effect only together with \"modifiers\": \"toHost\": here it has none");
  const Marked document =
      marked(R"x({"name": "r", "version": "1", "zones": [{"name": "t", "inPlay": true, "several": <>true}]})x");
  const std::string file = place_.file("rules.json", document.text);
  expectRemark(run({"rules", "check", file}), file, document, 2,
               "\"several\" has an effect only together with \"kind\": \"slots\"");
}

TEST_F(StrictDocuments, RefuseToJudgePeriodsAndRemarksWhole) {
  rules(R"x("judgedWhole": ["cardPlayed", <>"began"])x", 2,
        "a period that begins or ends is not an act and is not judged");
  rules(R"x("judgedWhole": [<>"note"])x", 2, "\"note\" is not an event of a game: no rule is about it");
  rules(R"x("judgedWhole": ["cardPlayed", <>"cardPlayed"])x", 2, "\"cardPlayed\" appears twice in this list");
}

TEST_F(StrictDocuments, RefuseAnEndThatHoldsAtTheStart) {
  rules(R"x("wins": [<>{"name": "at once"}])x", 2,
        "it has none of \"on\", \"if\", \"atEndOf\" and \"terms\": every game would end with its first event");
  rules(R"x("wins": [{"name": "over", "atEndOf": "turn"}])x", 0, "");
}

TEST_F(StrictDocuments, RefuseAnOpeningWhoseWordTiesNoSentence) {
  const std::string ties = R"x({"reading": "a sentence is a trait", "names": ["he", "her"]})x";
  const std::string own = R"x({"reading": "a sentence that names whom it speaks of is its own", "names": )x";
  rules("\"readings\": [" + ties + ",\n" + own + R"x(["While this ..., he", <>"While this ..., hex"]}])x", 2,
        "\"hex\" is not among the names of \"a sentence is a trait\", so that it ties no sentence (did you mean "
        "\"he\"?)");
  rules("\"readings\": [<>" + own + R"x(["While this ..., he"]}])x", 0,
        "note: without \"a sentence is a trait\" no sentence is asked how it opens");
}

TEST_F(StrictDocuments, NoteAnUnusedChoiceAboutAbsentStats) {
  const Marked document = marked(R"x({"name": "r", "version": "1", "from": "2026-01-01", "stats": [{"name": "S"}],
 "clauses": [{"id": "k"}], "calculation": {"sumClause": "k", "absentSet": <>"withFormer"}})x");
  const std::string file = place_.file("rules.json", document.text);
  expectRemark(run({"rules", "check", file}), file, document, 0, "note: it is asked only where the ruleset reads");
}

// -- catalogues

TEST_F(StrictDocuments, RefuseACardOfNoCatalogue) {
  card(R"x({"key": "A", "title": "A", "types": ["Cook"], "abilities": [
   {"limits": [{"limit": "once", "title": <>"B"}]}]})x",
       2, "card \"A\": ");
  card(R"x({"key": "A", "title": "A", "types": ["Cook"], "alias": <>"B"})x", 2, "card \"A\": ");
}

TEST_F(StrictDocuments, RefuseALimitOnATextOfTheWrongKind) {
  card(R"x({"key": "A", "title": "A", "types": ["Cook"], "abilities": [
   {"kind": "triggered", "trigger": {"on": "began"}, "limits": [{"limit": <>"once"}]}]})x",
       2, "card \"A\": \"once\" never counts anything of a triggered trait");
  card(
      R"x({"key": "A", "title": "A", "types": ["Cook"], "abilities": [{"limits": [{"limit": <>"once-for-traits"}]}]})x",
      2, "card \"A\": \"once-for-traits\" never counts anything of an ability that is used");
  card(R"x({"key": "A", "title": "A", "types": ["Cook"], "abilities": [{"limits": [{"limit": <>"copies"}]}]})x", 2,
       "card \"A\": \"copies\" is a limit on cards: write it in the \"limits\" of the card");
}

TEST_F(StrictDocuments, RefuseThatInAnAbilityWithoutAnotherParty) {
  card(R"x({"key": "A", "title": "A", "types": ["Cook"], "abilities": [
   {"conditions": [{"that": "stat(<>that, \"Strength\") > 1"}]}]})x",
       2, "card \"A\": \"that\" means nothing here: an ability that answers no event has no other party");
}

TEST_F(StrictDocuments, RefuseAPrintedSizeOfChangeAndEmptyTerms) {
  const Marked document = marked(
      "{\"name\": \"c\", \"ruleset\": \"kitchen\", \"cards\": [\n"
      R"x({"key": "A", "title": "A", "types": ["Cook"], "wins": [<>{}],
 "stats": [{"stat": "gold loss", "amount": 1}]}]})x");
  const std::string file = place_.file("cards.json", document.text);
  const std::string ruleset =
      place_.file("rules.json", kitchen(R"x("changes": [{"name": "loss", "of": "values", "delta": "subtracted"}],
 "wins": [{"name": "terms", "terms": "table"}])x"));
  const Ran ran = run({"cards", "check", file, "--ruleset", ruleset});
  expectRemark(ran, file, document, 2,
               "card \"A\": it has neither \"if\" nor a \"winner\": the game would be over at once");
  EXPECT_HAS(ran.out, "\"gold loss\" is the size of a change; its printed value is ignored");
}

TEST_F(StrictDocuments, NoteACardThatRepeatsTheNumberOfALimit) {
  card(R"x({"key": "A", "title": "A", "types": ["Cook"], "limits": [{"limit": "copies", "max": <>3}]})x", 0,
       "note: 1 card writes the \"max\" 3 of the limit \"copies\", which is already its value: a later edit of the "
       "ruleset's number does not reach it");
}

// -- what becomes of remarks

TEST_F(StrictDocuments, AreAcceptedDespiteNotes) {
  const std::string file =
      place_.file("rules.json", kitchen(R"x("wins": [{"name": "w", "if": "1 = 2", "winner": "P1"}])x"));
  const Ran json = run({"rules", "check", file, "--json"});
  EXPECT_EQ(json.status, 0) << json.out;
  EXPECT_HAS(json.out, "\"good\":true");
  EXPECT_HAS(json.out, "\"grade\":\"note\"");
  const Ran added = run({"rules", "add", file, "--archive", place_.archive()});
  EXPECT_EQ(added.status, 0) << added.err;
  EXPECT_HAS(added.err, "note: \"if\" is never true");
}

TEST_F(StrictDocuments, PinnedByAStoredGameAreReadAsTheyWere) {
  const std::string mistaken =
      kitchen(R"x("wins": [{"name": "rich", "on": "valueChanged", "named": "golt", "winner": "P1"}])x");
  HeldDocument held = readRuleset(mistaken, "rules.json");
  EXPECT_THROW(static_cast<void>(compileRules(held, nullptr)), BadInput);  // as an import gets it
  held.json.clear();                                                       // as an archive returns it
  EXPECT_EQ(compileRules(held, nullptr)->ruleset.wins.size(), 1U);
}

class PinnedDocuments : public Railyard {};

TEST_F(PinnedDocuments, AreReportedByVerifyWithTheirNotes) {
  std::string noted = textOf(docket::test::sourceDir() + "/tests/conformance/railyard/ruleset.json");
  const std::size_t at = noted.find("\"wins\": [");
  ASSERT_NE(at, std::string::npos);
  noted.insert(at + 9, R"x({"name": "never", "if": "1 = 2", "winner": "P1"}, )x");
  const std::string line = game("noted", "{\"began\":{\"period\":\"turn\",\"player\":1}}\n");
  const Ran taken = run({"import", place.file("noted.jsonl", line), "--ruleset", place.file("noted.json", noted)});
  ASSERT_EQ(taken.status, 0) << taken.out << taken.err;
  const Ran verified = run({"verify", "noted"});
  EXPECT_EQ(verified.status, 0) << verified.out;
  EXPECT_HAS(verified.out, "Notes on the documents");
  EXPECT_HAS(verified.out, "wins[0].if: note: \"if\" is never true");
  EXPECT_HAS(run({"verify", "noted", "--json"}).out, "\"notes\":[\"railyard");
}

}  // namespace
}  // namespace docket::test::strict_documents_test
