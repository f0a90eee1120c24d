// The answers of `obligation` about an event: the outcome of what had to follow it, at any later point, and unknown
// if the record does not say. An Ant must answer the second phase by the last one; a number that is chosen for a
// toll must be followed by a draw.
#include "tests/engine/expression_game.h"

namespace docket::owed_question_test {
namespace {

class OwedQuestion : public testing::Test {
 protected:
  [[nodiscard]] TestTable& table() { return game_.table; }
  EventNumber toll() {
    return table().play([&](schema::Event::Builder event) {
      auto chosen = event.initNumberChosen();
      chosen.setPlayer(1);
      chosen.setWhat(table().game.name("toll"));
      chosen.setNumber(3);
    });
  }
  EventNumber draw() {
    return table().play([&](schema::Event::Builder event) {
      event.setActor(1);
      auto drawn = event.initCardsDrawn();
      drawn.setPlayer(1);
      drawn.setFrom(table().game.name("deck"));
      drawn.setTo(table().game.name("hand"));
      drawn.initCards(1).set(0, 5);
    });
  }
  [[nodiscard]] std::string asked(EventNumber event, const std::string& of) const {
    return game_.said("obligation(" + std::to_string(event) + ", " + of + ")");
  }
  EventNumber waive(std::uint32_t card, std::uint16_t trait, EventNumber trigger) {
    return table().play([&](schema::Event::Builder event) {
      auto waived = event.initObligationWaived();
      waived.setCard(card);
      waived.setTrait(trait);
      waived.setTrigger(trigger);
    });
  }
  /// Without the record, as a document asks.
  [[nodiscard]] std::string byTheStateAlone(EventNumber event, const std::string& of) const {
    const Rules rules = ExpressionGame::rules();
    const auto parsed = expression::parse("obligation(" + std::to_string(event) + ", " + of + ")", game_.scope());
    return game_.said(expression::evaluate(parsed, {.state = game_.table.state, .rules = rules}).value);
  }

  static constexpr const char* kToll = "\"draw after a toll\"";
  ExpressionGame game_;
};

TEST_F(OwedQuestion, AFutureEventIsNotOneWithoutObligations) {
  EXPECT_EQ(asked(400, kToll), "unknown: no event 400");
  EXPECT_EQ(asked(0, kToll), "unknown: no event 0");
  EXPECT_EQ(asked(400, "#4, 4"), "unknown: no event 400");
  EXPECT_EQ(game_.said("before(10, obligation(14, #4, 4))"), "unknown: no event 14")
      << "a later event does not exist yet";
  EXPECT_EQ(game_.said("before(10, obligation(14, " + std::string(kToll) + "))"), "unknown: no event 14");
  EXPECT_EQ(asked(13, kToll), "absent") << "event 13 exists, and nothing has to follow it";
  EXPECT_EQ(asked(13, "#4, 4"), "absent");
}

TEST_F(OwedQuestion, TheOutcomeIsKnownWhenTheTurnIsOver) {
  const EventNumber missed = toll();
  table().phase("last");
  const EventNumber done = toll();
  draw();
  EXPECT_EQ(asked(missed, kToll), "\"missed\"");
  EXPECT_EQ(asked(done, kToll), "\"discharged\"");
  EXPECT_EQ(asked(14, "#4, 4"), "\"missed\"");
  table().turn(2);
  table().turn(1);
  EXPECT_EQ(table().state.obligations.size(), 0U) << "the state has forgotten them";
  EXPECT_EQ(asked(missed, kToll), "\"missed\"");
  EXPECT_EQ(asked(done, kToll), "\"discharged\"");
  EXPECT_EQ(asked(14, "#4, 4"), "\"missed\"");
  EXPECT_EQ(asked(13, kToll), "absent");
}

TEST_F(OwedQuestion, FinishedTurnsAreUnknownWithoutTheRecord) {
  const EventNumber missed = toll();
  EXPECT_EQ(byTheStateAlone(missed, kToll), "\"open\"");
  EXPECT_EQ(byTheStateAlone(13, kToll), "absent") << "nothing of this turn has been forgotten";
  EXPECT_EQ(byTheStateAlone(13, "#4, 4"), "absent");
  table().phase("last");
  EXPECT_EQ(byTheStateAlone(missed, kToll), "\"missed\"");
  table().turn(2);
  EXPECT_EQ(byTheStateAlone(missed, kToll), "unknown: no record");
  EXPECT_EQ(byTheStateAlone(13, kToll), "unknown: no record");
  EXPECT_EQ(byTheStateAlone(13, "#4, 4"), "unknown: no record");
  EXPECT_EQ(byTheStateAlone(table().state.event, kToll), "absent");
}

TEST_F(OwedQuestion, AWaiverAfterTheTurnTakesEffectThen) {
  const EventNumber missed = toll();
  table().phase("last");
  const EventNumber done = toll();
  draw();
  const EventNumber over = table().turn(2);
  EXPECT_EQ(table().state.obligations.size(), 0U) << "the state has forgotten them";
  EXPECT_EQ(asked(14, "#4, 4"), "\"missed\"");
  waive(4, 4, 14);
  EXPECT_EQ(asked(14, "#4, 4"), "\"waived\"");
  EXPECT_EQ(asked(missed, kToll), "\"missed\"") << "another obligation is not waived";
  waive(0, 0, missed);
  waive(0, 0, done);
  table().turn(1);
  EXPECT_EQ(asked(14, "#4, 4"), "\"waived\"");
  EXPECT_EQ(asked(missed, kToll), "\"waived\"");
  EXPECT_EQ(asked(done, kToll), "\"discharged\"") << "it was discharged, so there was nothing to waive";
  const std::string then = "after(" + std::to_string(over) + ", obligation(14, #4, 4))";
  EXPECT_EQ(game_.said(then), "\"missed\"") << "it was not waived yet at that point";
}

TEST_F(OwedQuestion, AWaiverWithoutAnEventLeavesAForgottenObligationUndecided) {
  const EventNumber missed = toll();
  table().phase("last");
  table().turn(2);
  EXPECT_EQ(asked(missed, kToll), "\"missed\"");
  const EventNumber waiver = waive(0, 0, 0);
  EXPECT_EQ(asked(missed, kToll), "\"missed\" unverified: undecided " + std::to_string(waiver));
}

TEST_F(OwedQuestion, AWaiverWithoutAnEventAppliesToThePendingObligation) {
  const EventNumber missed = toll();
  table().phase("last");
  table().turn(2);
  const EventNumber waits = toll();
  waive(0, 0, 0);
  EXPECT_EQ(asked(waits, kToll), "\"waived\"");
  EXPECT_EQ(asked(missed, kToll), "\"missed\"");
}

TEST_F(OwedQuestion, TheObligationOfAnUnknownCardIsUnknown) {
  EXPECT_EQ(asked(14, "#8, 1"), "unknown: what is #8");
  EXPECT_EQ(game_.said("open(#8, 1)"), "unknown: what is #8");
  EXPECT_EQ(game_.said("open(#1, 1)"), "0");
}

}  // namespace
}  // namespace docket::owed_question_test
