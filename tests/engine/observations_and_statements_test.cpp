// Observations and statements about cards, as facts of the table: compared with the rules once an event is folded
// completely, part of the fingerprint, and limited in number.
#include "engine/query/cards/statements.h"

#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "engine/state/facts.h"
#include "engine/state/fingerprint_of.h"
#include "tests/engine/test_table.h"

namespace docket::observations_and_statements_test {
namespace {

constexpr std::string_view kRules = R"x({"name": "t", "version": "1",
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}],
 "periods": [{"name": "turn"}],
 "values": [{"name": "life", "start": 8000}],
 "types": [{"name": "Engine"}]})x";

constexpr std::string_view kCards = R"x({"name": "c", "ruleset": "t", "cards": [
 {"key": "Giant", "title": "Giant", "types": ["Engine"]},
 {"key": "Watch", "title": "Watch", "types": ["Engine"],
  "abilities": [{"name": "watch", "kind": "triggered", "trigger": {"on": "began"}}]}]})x";

class Statements : public testing::Test {
 protected:
  static Rules rules() {
    static const TestRules kDocuments(kRules, kCards);
    return kDocuments.rules();
  }

  /// The observation of a life of 7000 that the player has, or has not.
  static Observation seenAfter(bool has) {
    TestTable table(rules());
    const auto life = [&](schema::How how, std::int64_t amount) {
      table.play([&](schema::Event::Builder event) {
        auto changed = event.initValueChanged();
        changed.setSubject(entityOf(EntityKind::player, 1));
        changed.setValue(table.game.name("life"));
        changed.setHow(how);
        changed.setAmount(amount);
      });
    };
    table.turn(1);
    life(schema::How::LOST, has ? 1000 : 0);
    table.play([&](schema::Event::Builder event) {
      auto observed = event.initObserved();
      observed.setSubject(entityOf(EntityKind::player, 1));
      observed.setReading(table.game.name("life"));
      observed.setAmount(7000);
    });
    life(schema::How::SET, 8000);
    EXPECT_EQ(fingerprintOf(table.state), table.state.fingerprint);
    EXPECT_EQ(table.state.observations.size(), 1U);
    return table.state.observations.front();
  }
  EventNumber tell(const char* words, std::uint32_t card, std::uint8_t seats = 0xFF, Seat by = 1) {
    return table_.play([&](schema::Event::Builder event) {
      event.initContext().setSeats(seats);
      auto told = event.initTold();
      told.setPlayer(by);
      told.initCards(1).set(0, card);
      told.setSays(words);
    });
  }

  TestTable table_{rules()};
};

TEST_F(Statements, AnUnexplainedObservationChangesTheFingerprint) {
  const Observation right = seenAfter(true);
  const Observation wrong = seenAfter(false);
  // The values are equal, but only for one of the two do the rules certainly give the observed value.
  EXPECT_TRUE(right.explained);
  EXPECT_FALSE(wrong.explained);
  EXPECT_NE(factOf(right), factOf(wrong));
}

TEST_F(Statements, ATraitThatTriggersFromNowhereIsAFinding) {
  table_.deck(1, {"Watch", "Giant"});
  table_.play([&](schema::Event::Builder event) { event.initCardCeased().setCard(1); });
  table_.play([&](schema::Event::Builder event) {
    auto triggered = event.initTraitTriggered();
    triggered.setPlayer(1);
    triggered.setCard(1);
    triggered.setTrait(1);
  });
  EXPECT_NE(table_.against(), "");
}

TEST_F(Statements, ThePlayerWhoMakesAStatementHearsIt) {
  table_.deck(1, {"Giant", "Giant"});
  tell("Red", 1, 0b10, 1);
  const CardIndex card = table_.state.cardOf(1);
  EXPECT_EQ(readStatement(table_.state, 1, card, "Red").told, TriState::yes);
  EXPECT_EQ(readStatement(table_.state, 2, card, "Red").told, TriState::yes);
  EXPECT_EQ(readStatement(table_.state, 3, card, "Red").told, TriState::no);
}

TEST_F(Statements, ARepeatedStatementCountsFromTheLaterEvent) {
  table_.deck(1, {"Giant", "Giant"});
  tell("Red", 1);
  tell("Red", 2);
  const EventNumber again = tell("Red", 1);
  EXPECT_EQ(table_.state.statements->size(), 2U);
  EXPECT_EQ(readStatement(table_.state, 0, table_.state.cardOf(1), "Red").event, again);
  EXPECT_EQ(fingerprintOf(table_.state), table_.state.fingerprint);
}

TEST_F(Statements, AStatementMovesWithItsCard) {
  table_.deck(1, {"Giant", "Giant"});
  tell("Red", 1);
  table_.play([&](schema::Event::Builder event) { event.initCardCeased().setCard(1); });
  EXPECT_TRUE(table_.state.statements->empty());
  EXPECT_EQ(fingerprintOf(table_.state), table_.state.fingerprint);
}

TEST_F(Statements, NoMoreThanTheMaximumIsStored) {
  table_.deck(1, {"Giant", "Giant"});
  tell("Red", 1);
  auto& said = table_.state.statements.edit();
  const Statement first = said.front();
  said.resize(kMaxStatements - 1, first);
  tell("Blue", 1);
  EXPECT_EQ(table_.state.statements->size(), kMaxStatements);
  EXPECT_THROW(tell("Green", 1), DamagedArchive);
}

// A trait that asks for a stat is as doubtful as the stat, and at once: by the fold as by a keyframe of the same event.
TEST(ADoubtAboutAnAmount, ReachesValuesComputedAtTheSameEvent) {
  constexpr std::string_view kOfMight = R"x({"name": "m", "version": "1", "clauses": [{"id": "m.sum"}],
   "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}],
   "stats": [{"name": "Might"}, {"name": "Pull"}], "types": [{"name": "Beast", "stats": ["Might", "Pull"]}],
   "calculation": {"computed": true, "sumClause": "m.sum"}})x";
  constexpr std::string_view kOxen = R"x({"name": "b", "ruleset": "m", "cards": [
   {"key": "Ox", "title": "Ox", "types": ["Beast"],
    "stats": [{"stat": "Might", "amount": 2}, {"stat": "Pull", "amount": 1}],
    "abilities": [{"name": "draws", "kind": "continuous", "effects": [
      {"what": "bonus", "name": "Pull", "amount": "3", "if": "stat(this, \"Might\") >= 2"}]}]}]})x";
  const TestRules documents(kOfMight, kOxen);
  const Rules rules = documents.rules();
  TestTable table(rules);
  table.deck(1, {"Ox"});
  table.move(1, "field", 1);
  const auto pull = [&](const State& state) {
    const auto asked = expression::parse("stat(#1, \"Pull\")", {.ruleset = rules.ruleset});
    return expression::answerText(state, expression::valueAt(asked, {.state = state, .rules = rules}));
  };
  EXPECT_EQ(pull(table.state), "4");
  table.play([&](schema::Event::Builder event) {
    event.initObserved().setExpression("stat(#1, \"Might\") + 1");
    event.getObserved().setValue("9");
  });
  ASSERT_EQ(table.state.doubted.size(), 1U);
  const auto frame = saveKeyframe(table.state, rules);
  EXPECT_NE(pull(table.state), "4") << "it is not certain that it has the bonus";
  EXPECT_EQ(pull(loadKeyframe({frame.begin(), frame.size()}, rules)), pull(table.state));
}

// A rule that depends on a stat that the rules do not calculate.
TEST(AFinding, IsNoMoreCertainThanItsPremises) {
  constexpr std::string_view kOfPower = R"x({"name": "p", "version": "1", "clauses": [{"id": "p.strong"}],
   "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}],
   "stats": [{"name": "Power"}], "types": [{"name": "Beast", "stats": ["Power"]}],
   "acts": [{"act": "cardMoved", "requires": [
     {"what": "that", "named": "field", "that": "stat(it, \"Power\") >= 3", "clause": "p.strong"}]}]})x";
  constexpr std::string_view kBeasts = R"x({"name": "b", "ruleset": "p", "cards": [
   {"key": "Ox", "title": "Ox", "types": ["Beast"], "stats": [{"stat": "Power", "amount": 2}]}]})x";
  for (const bool computed : {false, true}) {
    std::string text(kOfPower);
    if (computed) text.replace(text.rfind('}'), 1, R"(, "calculation": {"computed": true}})");
    const TestRules documents(text, kBeasts);
    TestTable table(documents.rules());
    table.deck(1, {"Ox"});
    table.move(1, "field", 1);
    ASSERT_EQ(table.findings.size(), 1U);
    EXPECT_EQ(table.findings.front().certainty, computed ? Finding::Certainty::certain : Finding::Certainty::undecided);
  }
}

}  // namespace
}  // namespace docket::observations_and_statements_test
