// Values at the start of a game: as the ruleset or the header says, otherwise unknown, despite gains and losses,
// until they are set.
#include <string>
#include <string_view>

#include "engine/fold/events_of.h"
#include "engine/fold/record_on_path.h"
#include "engine/query/acts/outcome.h"
#include "engine/query/acts/read_event.h"
#include "engine/query/evaluation/answer_text.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "engine/state/fingerprint_of.h"
#include "tests/answered.h"
#include "tests/engine/asked_record.h"
#include "tests/engine/test_table.h"

namespace docket::value_start_test {
namespace {

constexpr std::string_view kRules = R"x({"name": "t", "version": "1",
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}],
 "periods": [{"name": "turn"}],
 "stats": [{"name": "Renown", "of": "player", "total": "value(this, 'honor') * 2"}],
 "values": [{"name": "honor"}, {"name": "gold", "floor": "zero"}, {"name": "points", "start": 0}],
 "types": [{"name": "Lord"}],
 "calculation": {"computed": true},
 "readings": [{"reading": "stats belong to all entities"}],
 "wins": [{"name": "honor", "on": "valueChanged", "named": "honor", "if": "value(who, 'honor') >= 40",
           "winner": "who", "atOnce": true}]})x";

constexpr std::string_view kCards = R"x({"name": "c", "ruleset": "t", "cards": [
 {"key": "Crier", "title": "Crier", "types": ["Lord"],
  "abilities": [{"name": "praise", "kind": "triggered",
                 "trigger": {"on": "valueChanged", "named": "honor", "if": "amount() > 0"}}]}]})x";

class ValueStart : public testing::Test {
 protected:
  static Rules rules() {
    static const TestRules kDocuments(kRules, kCards);
    return kDocuments.rules();
  }

  EventNumber honor(schema::How how, std::int64_t amount, const char* value = "honor") {
    return table_.play([&](schema::Event::Builder event) {
      auto changed = event.initValueChanged();
      changed.setSubject(entityOf(EntityKind::player, 1));
      changed.setValue(table_.game.name(value));
      changed.setHow(how);
      changed.setAmount(amount);
    });
  }

  [[nodiscard]] std::string said(std::string_view text) const {
    const EventsOf events(table_.game);
    History history;
    for (EventNumber n = 1; n <= table_.game.size(); ++n) history.add(n, *table_.game.event(n));
    const Rules all = rules();
    const AskedRecord record(table_.game, history, events, all, table_.state.event);
    const auto expression = expression::parse(text, {.ruleset = all.ruleset, .names = &table_.game.names()});
    const expression::Point point{.state = table_.state, .rules = all, .record = &record};
    return test::answered(expression, point);
  }

  TestTable table_{rules()};
};

TEST_F(ValueStart, WithoutASourceIsUnknownInCalculationsToo) {
  table_.turn(1);
  EXPECT_EQ(said("value(P1, 'honor')"), "unknown: no starting value of P1");
  EXPECT_EQ(said("value(P1, 'honor') >= 40"), "unknown: no starting value of P1");
  EXPECT_EQ(said("value(P1, 'honor') + 1 > 0"), "unknown: no starting value of P1");
  EXPECT_EQ(said("stat(P1, 'Renown')"), "unknown: no starting value of P1");
  EXPECT_EQ(said("value(P1, 'points')"), "0");
  EXPECT_TRUE(table_.state.valueOf(entityOf(EntityKind::player, 1), 0) == nullptr);
}

TEST_F(ValueStart, IsKnownOnceTheValueIsSet) {
  table_.turn(1);
  honor(schema::How::GAINED, 3);
  honor(schema::How::LOST, 1);
  EXPECT_EQ(said("value(P1, 'honor')"), "unknown: no starting value of P1");
  const EventNumber set = honor(schema::How::SET, 5);
  EXPECT_EQ(said("value(P1, 'honor')"), "5");
  EXPECT_EQ(said("stat(P1, 'Renown')"), "10");
  honor(schema::How::LOST, 2);
  EXPECT_EQ(said("value(P1, 'honor')"), "3");
  EXPECT_EQ(said("change(2, P1, 'honor')"), "\"gain\"");
  EXPECT_EQ(said("change(3, P1, 'honor')"), "\"loss\"");
  EXPECT_EQ(said(fmt::format("change({}, P1, 'honor')", set)), "unknown: no starting value of P1");
  EXPECT_EQ(fingerprintOf(table_.state), table_.state.fingerprint);
}

TEST_F(ValueStart, IsReadFromTheHeader) {
  Recording game;
  game.header().initPlayers(2);
  auto said = game.header().initStartingValues(2);
  said[0].setPlayer(2);
  said[0].setValue("points");
  said[0].setAmount(4);
  said[1].setPlayer(1);
  said[1].setValue("honor");
  said[1].setAmount(7);
  const State state = initialState(game.header().asReader(), rules());
  const auto of = [&](Seat seat, std::uint32_t value) {
    return state.valueOf(entityOf(EntityKind::player, seat), value);
  };
  ASSERT_TRUE(of(1, 0) != nullptr && of(1, 2) != nullptr && of(2, 2) != nullptr);
  EXPECT_EQ(of(1, 0)->amount, 7);
  EXPECT_EQ(of(1, 2)->amount, 0);
  EXPECT_EQ(of(2, 2)->amount, 4);
  EXPECT_TRUE(of(2, 0) == nullptr);
  EXPECT_EQ(fingerprintOf(state), state.fingerprint);
}

TEST_F(ValueStart, UnknownMakesAWinUndecided) {
  table_.turn(1);
  honor(schema::How::GAINED, 45);
  EXPECT_FALSE(gameEndOf(table_.state, rules()).over);
  EXPECT_FALSE(gameEndOf(table_.state, rules()).known);
  TestTable other(rules());
  other.turn(1);
  EXPECT_TRUE(gameEndOf(other.state, rules()).known);
}

TEST_F(ValueStart, UnknownMakesItUndecidedWhetherSettingItIsAGain) {
  table_.deck(1, {"Crier"});
  table_.move(1, "field", 1);
  table_.turn(1);
  honor(schema::How::SET, 5);
  ASSERT_EQ(table_.state.obligations.size(), 1U);
  EXPECT_FALSE(table_.state.obligations.front().certain);
}

TEST_F(ValueStart, AGainTriggersCertainlyThoughTheStartIsUnknown) {
  table_.deck(1, {"Crier"});
  table_.move(1, "field", 1);
  table_.turn(1);
  honor(schema::How::LOST, 1);
  EXPECT_TRUE(table_.state.obligations.empty());
  honor(schema::How::GAINED, 1);
  ASSERT_EQ(table_.state.obligations.size(), 1U);
  EXPECT_TRUE(table_.state.obligations.front().certain);
}

TEST_F(ValueStart, UnknownIsStoredInKeyframes) {
  table_.turn(1);
  honor(schema::How::GAINED, 3);
  honor(schema::How::SET, 2, "gold");
  const Rules all = rules();
  const auto frame = saveKeyframe(table_.state, all);
  const State loaded = loadKeyframe({frame.begin(), frame.size()}, all);
  EXPECT_EQ(loaded.fingerprint, table_.state.fingerprint);
  const EntityValue* honor = loaded.valueOf(entityOf(EntityKind::player, 1), 0);
  ASSERT_TRUE(honor != nullptr);
  EXPECT_FALSE(honor->known);
  EXPECT_TRUE(loaded.valueOf(entityOf(EntityKind::player, 1), 1)->known);
}

TEST_F(ValueStart, APaymentFromAnUnknownStartIsUndecided) {
  table_.turn(1);
  const EventNumber paid = honor(schema::How::PAID, 3, "gold");
  EXPECT_EQ(table_.against(), "");  // perhaps so much was there
  EXPECT_EQ(said(fmt::format("legal({})", paid)), "unknown: no starting value of P1");
  honor(schema::How::SET, 2, "gold");
  honor(schema::How::PAID, 3, "gold");
  EXPECT_NE(table_.against(), "");
}

TEST_F(ValueStart, OfAnUndeclaredValueIsUnknown) {
  table_.turn(1);
  table_.play([&](schema::Event::Builder event) {
    event.initObserved().setSubject(entityOf(EntityKind::player, 2));
    event.getObserved().setReading(table_.game.name("glory"));
    event.getObserved().setAmount(4);
  });
  EXPECT_EQ(said("value(P1, 'glory')"), "unknown: no starting value of P1");
  EXPECT_EQ(said("value(P2, 'glory')"), "4 unverified: observed 2");
}

}  // namespace
}  // namespace docket::value_start_test
