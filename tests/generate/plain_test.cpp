// Plain scripts, made from documents alone: over invented games, and over rulesets whose rules of play are in plain
// words, in expressions, or both. Under any ruleset, every planted offence is found and every other act is legal.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/rules/compile_ruleset.h"
#include "tests/generate/documents.h"
#include "tests/generate/judging.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"
#include "tests/text_of.h"
#include "tools/generate/plain_play.h"
#include "tools/generate/script_check.h"

namespace docket::generate::plain_test {
namespace {

constexpr std::uint32_t kGames = 30;

std::string textOfFile(const std::string& file) { return test::textOf(docket::test::sourceDir() + "/" + file); }

/// An invented ruleset and catalogue, and the script that is made of them.
struct Own {
  Own(const std::string& rules_text, const std::string& cards_text)
      : ruleset_document(test::readRulesetDocument(rules_text, "own.json")),
        catalogue_document(readDocument<schema::Catalogue>(cards_text, "cards.json")),
        ruleset(compile(ruleset_document.root(), "own.json")),
        catalogue(compile(catalogue_document.root(), ruleset, "cards.json")),
        summary(readRulesSummary(spelledOut(ruleset_document.root()).root(), catalogue_document.root())),
        plain(plainPlay(summary)) {
    requireFits(plain.play.root(), summary, "plain");
  }

  /// Makes games, compares the planted mistakes with the judge's findings, event by event, and returns the former.
  [[nodiscard]] std::multiset<std::string> judged(std::uint32_t planted_percent) {
    std::multiset<std::string> clauses;
    for (std::uint32_t number = 1; number <= kGames; ++number) {
      const auto made = makeGame(summary, plain.play.root(), {.seed = 4, .planted_percent = planted_percent}, number);
      std::multiset<Breach> planted;
      for (const Planted& one : made.planted) {
        planted.emplace(one.event, one.clause);
        clauses.insert(one.clause);
      }
      auto found = judgeGame(made.recording, {.ruleset = ruleset, .catalogue = catalogue}).all();
      // Whether decks obey the deck rules is left open if the generator says so.
      const bool open = leavesOut("docket deck may report these decks");
      std::erase_if(found, [&](const Breach& breach) {
        return open && (*made.recording.event(breach.first)).isDeckRegistered();
      });
      EXPECT_EQ(found, planted) << made.id;
      for (EventNumber event = 1; event <= made.recording.size(); ++event)
        ++events[(*made.recording.event(event)).which()];
    }
    return clauses;
  }

  [[nodiscard]] bool leavesOut(const std::string& what) const {
    return std::any_of(plain.left_out.begin(), plain.left_out.end(),
                       [&](const LeftOut& one) { return one.what == what; });
  }

  Document<schema::Ruleset> ruleset_document;
  Document<schema::Catalogue> catalogue_document;
  Ruleset ruleset;
  Catalogue catalogue;
  RulesSummary summary;
  PlainPlay plain;
  std::map<schema::Event::Which, std::size_t> events;
};

class InventedGames : public testing::TestWithParam<std::string> {};

TEST_P(InventedGames, ArePlayedLegallyAndHaveTheirPlantedActsFound) {
  const std::string folder = "tests/conformance/" + GetParam() + "/";
  Own own(textOfFile(folder + "ruleset.json"), textOfFile(folder + "cards.json"));
  EXPECT_TRUE(own.judged(0).empty());
  EXPECT_FALSE(own.judged(20).empty());
}

INSTANTIATE_TEST_SUITE_P(OfTheConformanceCases, InventedGames, testing::Values("tidepool", "lanterns", "railyard"));

class ShippedRulesets : public testing::TestWithParam<std::string> {};

TEST_P(ShippedRulesets, GenerateLegalGamesWithoutTheirScript) {
  Own own(rulesetText(GetParam()), sampleText(GetParam() + ".cards.json"));
  EXPECT_TRUE(own.judged(0).empty());
  // The clauses of Grand Archive are about what cards are, and judge no act.
  EXPECT_EQ(own.judged(20).empty(), GetParam() == "grand-archive");
}

INSTANTIATE_TEST_SUITE_P(All, ShippedRulesets, testing::ValuesIn(rulesetsWithScripts()),
                         [](const auto& name) { return asTestName(name.param); });

/// A small game with a rule put into it: `rule` are fields of the ruleset.
std::string withRule(const std::string& rule) {
  return R"({"name": "small", "version": "1", "from": "2026-01-01",
    "clauses": [{"id": "s.rule", "place": "1", "gist": "The rule that is tried.", "without": "It is not there."}],
    "zones": [{"name": "deck", "kind": "pile", "seenBy": "nobody"}, {"name": "hand", "kind": "area", "seenBy": "owner"},
              {"name": "table", "kind": "area", "inPlay": true}, {"name": "bin", "kind": "pile"}],
    "orientations": ["up", "sideways"],
    "periods": [{"name": "turn"}, {"name": "phase", "within": "turn", "names": ["early", "late"]}],
    "values": [{"name": "coins"}], "types": [{"name": "Thing"}, {"name": "Odd"}],
    "readings": [{"reading": "a win ends the game"}], )" +
         rule + "}";
}

std::string smallCards() {
  std::string cards;
  for (int i = 0; i < 12; ++i) {
    cards += (i == 0 ? "" : ",") + std::string(R"({"key": "C)") + std::to_string(i) + R"(", "title": "C)" +
             std::to_string(i / 2) + R"(", "types": [")" + (i % 3 == 0 ? "Odd" : "Thing") +
             R"("], "abilities": [{"name": "do"}]})";
  }
  return R"({"name": "small", "version": "1", "ruleset": "small", "cards": [)" + cards + "]}";
}

struct Rule {
  std::string says, name;
  bool planted = false;  ///< it can be planted
  std::string left_out;  ///< the move that has to be left out; empty: none
};

class SmallGames : public testing::TestWithParam<Rule> {};

TEST_P(SmallGames, ObeyTheirRule) {
  Own own(withRule(GetParam().says), smallCards());
  EXPECT_TRUE(own.judged(0).empty());
  EXPECT_EQ(own.judged(30).contains("s.rule"), GetParam().planted);
  EXPECT_TRUE(GetParam().left_out.empty() || own.leavesOut(GetParam().left_out));
}

const Rule kRules[] = {
    {R"~("acts": [{"act": "cardsDrawn", "requires": [{"what": "that", "that": "amount() <= 2", "clause": "s.rule"}]}])~",
     "AHandOfTwo"},
    {R"~("acts": [{"act": "cardPlayed", "requires": [{"what": "playersTurn", "clause": "s.rule"}]}])~", "OnesOwnTurn",
     true},
    {R"~("acts": [{"act": "abilityActivated", "requires": [{"what": "sourceUnbowed", "clause": "s.rule"}]}])~",
     "Upright", true},
    {R"~("acts": [{"act": "abilityActivated", "requires": [{"what": "sourceInPlay", "clause": "s.rule"}]}])~", "InPlay",
     true},
    {R"~("acts": [{"act": "cardPlayed", "requires": [
        {"what": "that", "that": "count(in hand of who) >= 3", "clause": "s.rule"}]}])~",
     "AnExpression", false, "not made: play a card"},
    {R"~("acts": [{"act": "cardTurned", "requires": [
        {"what": "that", "named": "sideways", "that": "not type \"Odd\"", "clause": "s.rule"}]}])~",
     "TurnedByType"},
    {R"~("acts": [{"act": "began", "requires": [
        {"what": "that", "named": "late", "that": "count(in table) > 2", "clause": "s.rule"}]}])~",
     "APhaseByAnExpression", false, "no late begins"},
    {R"~("permissions": [{"act": "play", "on": "cardPlayed", "grants": [
        {"to": "phase() != \"late\"", "says": "cannot", "clause": "s.rule"}]}])~",
     "OnePhase", true},
    {R"~("permissions": [{"act": "play", "on": "cardPlayed", "forbidden": true, "clause": "s.rule", "grants": [
        {"to": "type \"Odd\" or phase() = \"early\"", "says": "may", "clause": "s.rule"}]}])~",
     "ForbiddenButForSome", true},
    {R"~("permissions": [{"act": "lie", "on": "cardMoved", "grants": [
        {"to": "count(in bin) > 4", "says": "cannot", "clause": "s.rule"}]}])~",
     "APermissionByAnExpression", false, "not made: leave play"},
    {R"~("numbers": [{"what": "bid", "least": 2, "most": 4, "clause": "s.rule"}])~", "ANumber", true},
    {R"~("limits": [{"name": "one", "wording": "one", "clause": "s.rule", "counted": "plays", "keyedBy": ["title"],
        "within": "turn", "max": 1, "everyCard": true}])~",
     "PlaysOfEveryCard", true},
    {R"~("limits": [{"name": "one", "wording": "one", "clause": "s.rule", "counted": "copiesInDeck",
        "keyedBy": ["title", "player"], "within": "game", "max": 3, "everyCard": true}])~",
     "CopiesOfATitleWithSeveralKeys"},
    {R"~("limits": [{"name": "one", "wording": "one", "clause": "s.rule", "counted": "copiesInPlay",
        "keyedBy": ["player"], "within": "game", "max": 1, "everyCard": true,
        "holdsFor": "type \"Odd\" and count(in table) > 0"}])~",
     "ALimitByAnExpression"},
    {R"~("limits": [{"name": "one", "wording": "one", "clause": "s.rule", "counted": "activations",
        "keyedBy": ["instance"], "within": "turn", "maxIs": "count(in table)", "everyAbility": true}])~",
     "AMaximumByAnExpression"},
    {R"~("wins": [{"name": "out", "on": "cardsDrawn", "if": "count(in deck of who) = 0", "winner": "opponent(who)",
        "clause": "s.rule", "atOnce": true}])~",
     "TheLastCardOfADeck"},
    {R"~("wins": [{"name": "full", "on": "cardPlayed", "if": "count(in table) > 2", "winner": "who",
        "clause": "s.rule", "atOnce": true}])~",
     "AWinByPlaying", false, "not made: play a card"},
};

INSTANTIATE_TEST_SUITE_P(Each, SmallGames, testing::ValuesIn(kRules), [](const auto& rule) { return rule.param.name; });

TEST(PlainPlay, ReadsTheSizeOfADeckFromItsRules) {
  Own own(withRule(R"("decks": [{"that": "count(in deck of me) = 9", "clause": "s.rule", "gist": "not nine"}])"),
          smallCards());
  EXPECT_TRUE(own.judged(0).empty());
  EXPECT_EQ(own.plain.play.root().getDecks()[0].getCount(), 9);
}

TEST(PlainPlay, PlaysInThePeriodsWithinItsPhases) {
  Own own(textOfFile("tests/conformance/tidepool/ruleset.json"), textOfFile("tests/conformance/tidepool/cards.json"));
  ASSERT_EQ(own.plain.play.root().getTurns().getSmaller().size(), 1U);
  EXPECT_STREQ(own.plain.play.root().getTurns().getSmaller()[0].cStr(), "turn");
}

TEST(PlainPlay, StillGeneratesWhatNoRuleForbids) {
  Own own(withRule(R"("note": "no rules")"), smallCards());
  EXPECT_TRUE(own.judged(0).empty());
  EXPECT_TRUE(own.plain.left_out.empty() || !own.leavesOut("not made: play a card"));
  for (const auto which : {schema::Event::CARDS_DRAWN, schema::Event::CARD_PLAYED, schema::Event::ABILITY_ACTIVATED,
                           schema::Event::CARD_MOVED, schema::Event::CARD_TURNED, schema::Event::VALUE_CHANGED}) {
    EXPECT_GT(own.events[which], 10U) << static_cast<int>(which);
  }
}

}  // namespace
}  // namespace docket::generate::plain_test
