// Choices, throws and shuffles under a ruleset without rules about numbers: facts of the record, which the judge, stats
// and queries find alike.
#include <gtest/gtest.h>

#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "engine/state/fingerprint_of.h"
#include "tests/engine/test_table.h"

namespace docket::choices_test {
namespace {

constexpr std::string_view kRules = R"x({"name": "bids", "version": "1",
 "clauses": [{"id": "b.sum"}, {"id": "b.more"}, {"id": "b.alone"}],
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}],
 "values": [{"name": "life", "start": 10}],
 "stats": [{"name": "Might"}], "types": [{"name": "Beast", "stats": ["Might"]}],
 "calculation": {"computed": true, "sumClause": "b.sum"},
 "acts": [
  {"act": "numberChosen", "requires": [{"what": "that", "clause": "b.more",
    "that": "absent(chosen(who, \"bid\")) or amount() > chosen(who, \"bid\")"}]},
  {"act": "valueChanged", "requires": [{"what": "that", "clause": "b.alone", "that": "not together()"}]}]})x";

constexpr std::string_view kCards = R"x({"name": "c", "ruleset": "bids", "cards": [
 {"key": "Ox", "title": "Ox", "types": ["Beast"], "stats": [{"stat": "Might", "amount": 2}],
  "abilities": [{"name": "pulls", "kind": "continuous", "effects": [
   {"what": "bonus", "name": "Might", "amount": "chosen(P1, \"bid\")", "if": "chosen(P1, \"bid\") >= 3"}]}]}]})x";

class Choices : public testing::Test {
 protected:
  [[nodiscard]] std::string asked(std::string_view what) const { return asked(what, table_.state); }
  [[nodiscard]] std::string asked(std::string_view what, const State& state) const {
    const auto expression = expression::parse(what, {.ruleset = documents_.rules().ruleset});
    return expression::answerText(state,
                                  expression::valueAt(expression, {.state = state, .rules = documents_.rules()}));
  }
  void bid(std::int64_t number) {
    table_.play([&](schema::Event::Builder event) {
      auto chosen = event.initNumberChosen();
      chosen.setPlayer(1);
      chosen.setWhat(table_.game.name("bid"));
      chosen.setNumber(number);
    });
  }
  void lose(EventNumber group) {
    table_.play([&](schema::Event::Builder event) {
      event.setGroup(group);
      auto changed = event.initValueChanged();
      changed.setSubject(entityOf(EntityKind::player, 1));
      changed.setValue(table_.game.name("life"));
      changed.setHow(schema::How::LOST);
      changed.setAmount(1);
    });
  }

  TestRules documents_{kRules, kCards};
  TestTable table_{documents_.rules()};
};

TEST_F(Choices, AreRecordedWhateverTheRulesetUses) {
  table_.deck(1, {"Ox", "Ox"});
  EXPECT_EQ(asked("shuffled(P1, \"deck\")"), "false");
  table_.play([&](schema::Event::Builder event) {
    auto shuffled = event.initShuffled();
    shuffled.setPlayer(1);
    shuffled.setZone(table_.game.name("deck"));
    shuffled.setFirst(3);
    shuffled.setCount(2);
  });
  EXPECT_EQ(asked("shuffled(P1, \"deck\")"), "true");
  table_.play([&](schema::Event::Builder event) {
    auto thrown = event.initRandomOutcome();
    thrown.setPlayer(2);
    thrown.setWhat(table_.game.name("coin"));
    thrown.initResults(1).set(0, 1);
  });
  EXPECT_EQ(asked("thrown(P2, \"coin\")"), "1");
  EXPECT_EQ(fingerprintOf(table_.state), table_.state.fingerprint);
}

TEST_F(Choices, DecideActsAndChangeStatsWithTheSameEvent) {
  table_.deck(1, {"Ox"});
  table_.move(1, "field", 1);
  EXPECT_EQ(asked("stat(#1, \"Might\")"), "2");
  bid(3);
  EXPECT_EQ(table_.against(), "");
  EXPECT_EQ(asked("stat(#1, \"Might\")"), "5");
  bid(3);
  EXPECT_NE(table_.against().find("b.more"), std::string::npos) << table_.against();
  bid(7);
  EXPECT_EQ(table_.against(), "");
  EXPECT_EQ(asked("stat(#1, \"Might\")"), "9");
  const auto frame = saveKeyframe(table_.state, documents_.rules());
  const State loaded = loadKeyframe({frame.begin(), frame.size()}, documents_.rules());
  EXPECT_EQ(asked("chosen(P1, \"bid\")", loaded), "7");
  EXPECT_EQ(loaded.fingerprint, table_.state.fingerprint);
}

TEST_F(Choices, OfOneMomentHappenTogether) {
  lose(0);
  EXPECT_EQ(table_.against(), "");
  const EventNumber first = table_.state.event + 1;
  lose(first);
  EXPECT_EQ(table_.against(), "");
  lose(first);
  EXPECT_NE(table_.against().find("b.alone"), std::string::npos) << "it happens with the one before it";
}

}  // namespace
}  // namespace docket::choices_test
