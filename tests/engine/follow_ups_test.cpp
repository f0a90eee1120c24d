// Required follow-ups, with known and unknown cards: if a Red card leaves the field, its player must draw before moving
// another card and before the turn ends.
#include "engine/query/acts/obligations.h"
#include "tests/engine/test_table.h"

namespace docket::follow_ups_test {
namespace {

constexpr std::string_view kRules = R"x({"name": "t", "version": "1",
 "clauses": [{"id": "t.follow"}],
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}, {"name": "heap", "kind": "pile"}],
 "periods": [{"name": "turn"}, {"name": "phase", "within": "turn"}],
 "types": [{"name": "Stone"}],
 "keywordKinds": [{"name": "colour", "keywords": ["Red", "Blue"]}],
 "obligations": {"follows": [{"name": "a draw", "clause": "t.follow",
  "after": {"act": "cardMoved", "named": "heap", "if": "keyword \"Red\""},
  "must": {"act": "cardMoved", "named": "field", "if": "keyword \"Red\" or keyword \"Blue\""},
  "before": [{"act": "cardMoved", "named": "heap"}], "within": "phase"}]}})x";

constexpr std::string_view kCards = R"x({"name": "c", "ruleset": "t", "cards": [
 {"key": "Ruby", "title": "Ruby", "types": ["Stone"], "keywords": ["Red"]},
 {"key": "Lapis", "title": "Lapis", "types": ["Stone"], "keywords": ["Blue"]},
 {"key": "Flint", "title": "Flint", "types": ["Stone"]}]})x";

class FollowUps : public testing::Test {
 protected:
  static Rules rules() {
    static const TestRules kDocuments(kRules, kCards);
    return kDocuments.rules();
  }

  /// 1 and 2 Ruby, 3 Lapis, 4 Flint, 5 and 6 unknown cards; of another player 7 Ruby. Then a turn and a
  /// phase.
  void SetUp() override {
    table_.deck(1, {"Ruby", "Ruby", "Lapis", "Flint", "", ""});
    table_.deck(2, {"Ruby"});
    table_.turn(1);
    table_.phase("");
  }

  EventNumber by(Seat actor, std::uint32_t card, const std::string& zone, EventNumber cause = 0) {
    return table_.play([&](schema::Event::Builder event) {
      event.setActor(actor);
      if (cause != 0) event.initContext().initCauses(1).set(0, cause);
      auto moved = event.initCardMoved();
      moved.setCard(card);
      moved.setPlayer(actor);
      moved.setZone(table_.game.name(zone));
    });
  }

  TestTable table_{rules()};
};

TEST_F(FollowUps, AMissIsFoundAtTheFirstLaterAct) {
  const EventNumber first = by(1, 1, "heap");
  by(2, 7, "heap");
  EXPECT_EQ(table_.against(), "") << "another player's act is not too late";
  by(1, 4, "heap");
  EXPECT_EQ(table_.against(), "t.follow <- " + std::to_string(first));
  by(1, 2, "heap");
  EXPECT_EQ(table_.against(), "") << "it is reported once";
}

TEST_F(FollowUps, AnEventCausedByTheActIsNotTooLate) {
  const EventNumber first = by(1, 1, "heap");
  by(1, 4, "heap", first);
  EXPECT_EQ(table_.against(), "");
  by(1, 3, "field");
  by(1, 4, "heap");
  EXPECT_EQ(table_.against(), "");
}

TEST_F(FollowUps, AreMissedAtTheEndOfTheirPeriodOrAnOuterOne) {
  const EventNumber first = by(1, 1, "heap");
  table_.ended("turn");
  EXPECT_EQ(table_.against(), "t.follow <- " + std::to_string(first));
  table_.turn(1);
  table_.phase("");
  const EventNumber second = by(1, 2, "heap");
  table_.phase("");
  EXPECT_EQ(table_.against(), "t.follow <- " + std::to_string(second)) << "as does the next one of its kind";
}

TEST_F(FollowUps, AMissIsUndecidedIfTheActMayRequireNone) {
  const EventNumber first = by(1, 5, "heap");
  by(1, 4, "heap");
  EXPECT_EQ(table_.against(), "t.follow? <- " + std::to_string(first));
}

TEST_F(FollowUps, AMissIsUndecidedIfTheRequiredActMayHaveHappened) {
  const EventNumber first = by(1, 1, "heap");
  by(1, 6, "field");
  EXPECT_EQ(table_.against(), "");
  by(1, 4, "heap");
  EXPECT_EQ(table_.against(), "t.follow? <- " + std::to_string(first));
}

TEST_F(FollowUps, AnActWithoutARequiredFollowUpCreatesNoObligation) {
  by(1, 3, "heap");
  EXPECT_TRUE(table_.state.obligations.empty());
  const EventNumber first = by(1, 1, "heap");
  const Obligation* owed = followUpOf(table_.state, rules(), first, "a draw");
  ASSERT_NE(owed, nullptr);
  EXPECT_EQ(owed->status, Obligation::Status::open);
  EXPECT_EQ(followUpOf(table_.state, rules(), first, "another"), nullptr);
}

}  // namespace
}  // namespace docket::follow_ups_test
