// Unknown cards in play: while they are there, everything that their texts could change is uncertain, and nothing
// else.
#include <gtest/gtest.h>

#include "engine/judge/doubt.h"
#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"
#include "tests/answered.h"
#include "tests/engine/test_table.h"

namespace docket::unknown_cards_test {
namespace {

constexpr std::string_view kRules = R"x({"name": "t", "version": "1",
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}, {"name": "bench", "inPlay": true}],
 "periods": [{"name": "turn"}],
 "stats": [{"name": "Power"}], "calculation": {"computed": true, "sumClause": "sum"},
 "types": [{"name": "Engine", "stats": ["Power"]}],
 "clauses": [{"id": "sum"}, {"id": "heavy"}, {"id": "pull"}],
 "limits": [{"name": "one heavy", "clause": "heavy", "counted": "copiesInPlay", "keyedBy": ["title"], "within": "game",
             "everyCard": true, "holdsFor": "keyword \"Heavy\""},
            {"name": "pull", "clause": "pull", "counted": "activations", "keyedBy": ["instance"], "within": "turn",
             "everyAbility": true, "maxIs": "if keyword(this, \"Heavy\") then 2 else 1"}]})x";

constexpr std::string_view kEngine = R"x({"key": "Crane", "title": "Crane", "types": ["Engine"], "keywords": ["Heavy"],
  "stats": [{"stat": "Power", "amount": 3}], "abilities": [{"name": "pull"}]})x";
constexpr std::string_view kMole = R"x({"key": "Mole", "title": "Mole", "types": ["Engine"],
  "stats": [{"stat": "Power", "amount": 1}],
  "abilities": [{"name": "digs", "kind": "continuous", "face": "down",
                 "effects": [{"what": "bonus", "name": "Power", "amount": "1", "to": "cards(in play)"}]}]})x";

std::string cardsOf(bool works_face_down) {
  return R"x({"name": "c", "ruleset": "t", "cards": [)x" + std::string(kEngine) +
         (works_face_down ? "," + std::string(kMole) : std::string{}) +
         R"x(, {"key": "Wreck", "title": "Wreck", "types": ["Engine"], "unread": true}]})x";
}

class UnknownCards : public testing::Test {
 protected:
  /// A known Crane in play, #1, and an unknown card, #3, that enters play.
  void lay(schema::Face face, bool works_face_down = false) {
    documents_.emplace(kRules, cardsOf(works_face_down));
    table_.emplace(documents_->rules());
    table_->deck(1, {"Crane", "Crane"});
    table_->play([&](schema::Event::Builder event) {
      auto registered = event.initDeckRegistered();
      registered.setPlayer(2);
      registered.setZone(table_->game.name("deck"));
      registered.setFirst(3);
      registered.setCount(1);
    });
    table_->turn(1);
    table_->move(1, "field", 1);
    table_->move(3, "bench", 2, -1, face);
  }
  [[nodiscard]] std::string ask(std::string_view question) const {
    const Rules rules = documents_->rules();
    const auto asked =
        expression::parse(question, {.ruleset = rules.ruleset, .names = &table_->game.names(), .has_self = true});
    return test::answered(asked, {.state = table_->state, .rules = rules, .self = 0});
  }

  std::optional<TestRules> documents_;
  std::optional<TestTable> table_;
};

TEST_F(UnknownCards, FaceUpMakeUncertainWhatATextCouldChange) {
  lay(schema::Face::UP);
  EXPECT_EQ(ask("stat(#1, \"Power\")"), "3 unverified: what says #3");
  EXPECT_EQ(ask("keyword(#1, \"Heavy\")"), "true unverified: what says #3");
  EXPECT_EQ(ask("count(in play)"), "2") << "no text changes where cards are";
  table_->move(3, "deck", 2);
  EXPECT_EQ(ask("stat(#1, \"Power\")"), "3") << "out of play its text has no effect";
}

TEST_F(UnknownCards, FaceDownMatterOnlyIfATextWorksFaceDown) {
  lay(schema::Face::DOWN);
  EXPECT_EQ(ask("stat(#1, \"Power\")"), "3");
  table_->flip(3, schema::Face::UP);
  EXPECT_EQ(ask("stat(#1, \"Power\")"), "3 unverified: what says #3");
  lay(schema::Face::DOWN, true);
  EXPECT_EQ(ask("stat(#1, \"Power\")"), "3 unverified: what says #3") << "it may be a Mole";
}

TEST_F(UnknownCards, OutOfPlayMayHaveAKeywordByAnUnreadText) {
  documents_.emplace(kRules, cardsOf(false));
  table_.emplace(documents_->rules());
  table_->deck(1, {"Crane", "Wreck"});
  EXPECT_EQ(ask("keyword(#2, \"Heavy\")"), "false unverified: what says #2");
  EXPECT_EQ(ask("keyword(#1, \"Heavy\")"), "true");
  EXPECT_EQ(ask("type(#2, \"Engine\")"), "true");
}

TEST_F(UnknownCards, AreCertainOnceIdentified) {
  lay(schema::Face::UP);
  table_->play([&](schema::Event::Builder event) {
    auto identity = event.initContext().initIdentities(1)[0];
    identity.setCard(3);
    identity.setDefinition("Crane");
    event.setNote("it is a Crane");
  });
  EXPECT_EQ(ask("stat(#1, \"Power\")"), "3");
}

TEST_F(UnknownCards, LeaveUndecidedWhetherALimitThatTheirTextCouldLiftIsBroken) {
  lay(schema::Face::UP);
  table_->move(2, "field", 1);
  EXPECT_EQ(table_->against(), "heavy? <- 4 5");
}

TEST_F(UnknownCards, MakeALimitUncertainThatTheirTextCouldChange) {
  lay(schema::Face::UP);
  EXPECT_EQ(ask("max(#1, 1, \"pull\")"), "unknown: limits uncertain, what says #3");
  for (int i = 0; i < 2; ++i) table_->activate(1, 1, 1);
  EXPECT_EQ(table_->against(), "");
  table_->activate(1, 1, 1);
  EXPECT_EQ(table_->against(), "pull? <- 6 7");
  lay(schema::Face::DOWN);
  EXPECT_EQ(ask("max(#1, 1, \"pull\")"), "2");
}

constexpr std::string_view kControlRules = R"x({"name": "t", "version": "1",
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}],
 "periods": [{"name": "turn"}], "types": [{"name": "Engine"}], "clauses": [{"id": "own"}],
 "acts": [{"act": "abilityActivated", "requires": [{"what": "sourceControlled", "clause": "own"}]}]})x";

std::string unreadAbout(const std::string& matter) {
  return R"x({"name": "c", "ruleset": "t", "cards": [
    {"key": "Crane", "title": "Crane", "types": ["Engine"], "abilities": [{"name": "pull"}], "unreadOf": []},
    {"key": "Wisp", "title": "Wisp", "types": ["Engine"], "unreadOf": [")x" +
         matter + "\"]}]}";
}

class TextsAboutControl : public UnknownCards {
 protected:
  /// Two Cranes of P1, #1 in play and #2 in the deck, and #3 in play, which has an unread text about that matter.
  void lay(const std::string& matter) {
    documents_.emplace(kControlRules, unreadAbout(matter));
    table_.emplace(documents_->rules());
    table_->deck(1, {"Crane", "Crane"});
    table_->deck(2, {"Wisp"});
    table_->turn(1);
    table_->move(1, "field", 1);
    table_->move(3, "field", 2);
  }
};

TEST_F(TextsAboutControl, MakeTheControllerOfACardInPlayUncertain) {
  lay("stats");
  EXPECT_EQ(ask("controller(#1)"), "P1");
  EXPECT_EQ(ask("me"), "P1");
  EXPECT_EQ(ask("count(in play, controller P1)"), "1");
  lay("control");
  EXPECT_EQ(ask("controller(#1)"), "P1 unverified: what says #3");
  EXPECT_EQ(ask("me"), "P1 unverified: what says #3");
  EXPECT_EQ(ask("count(in play, controller P1)"), "1 unverified: what says #3");
  EXPECT_EQ(ask("controller(#2)"), "P1") << "it is out of play";
}

TEST_F(TextsAboutControl, MakeUseOfAnotherPlayersCardUndecided) {
  lay("stats");
  table_->activate(1, 1, 1);
  EXPECT_EQ(table_->against(), "");
  table_->activate(2, 1, 1);
  EXPECT_EQ(table_->against(), "own <-");
  lay("control");
  table_->activate(1, 1, 1);
  EXPECT_EQ(table_->against(), "own? <-");
  table_->activate(2, 1, 1);
  EXPECT_EQ(table_->against(), "table.something-causes-it? <-; own? <-");
}

}  // namespace
}  // namespace docket::unknown_cards_test
