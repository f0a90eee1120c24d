// Tallies: how often something happened, for whom and since when; and the properties of an event that rules can read.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "engine/state/fingerprint_of.h"
#include "tests/engine/test_table.h"

namespace docket::tallies_test {
namespace {

constexpr std::string_view kRules = R"x({"name": "orchard", "version": "1",
 "clauses": [{"id": "o.twice"}, {"id": "o.hand"}, {"id": "o.caused"}, {"id": "o.paid"}, {"id": "o.slot"}, {"id": "o.link"}],
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "hand"}, {"name": "field", "kind": "slots", "inPlay": true}],
 "periods": [{"name": "turn"}, {"name": "chain", "within": "turn", "chain": true}],
 "values": [{"name": "life", "start": 3}],
 "types": [{"name": "Tree"}, {"name": "Tool"}],
 "vocabulary": {"methods": ["plant", "graft"]},
 "tallies": [
  {"name": "plantings", "by": "who", "within": "turn", "of": [{"act": "cardPlayed", "named": "plant"}, {"act": "cardPlayed", "named": "graft"}]},
  {"name": "trees", "by": "game", "of": [{"act": "cardPlayed", "if": "type(it, 'Tree')"}]},
  {"name": "attacks", "by": "it", "within": "turn", "of": [{"act": "attackDeclared"}]}],
 "permissions": [
  {"act": "plant again", "on": "cardPlayed", "named": "plant", "if": "not caused()", "grants": [
   {"to": "tally('plantings', who) >= 2", "says": "cannot", "clause": "o.twice"}]},
  {"act": "plant from elsewhere", "on": "cardPlayed", "grants": [
   {"to": "called('plant') and not from() = 'hand'", "says": "cannot", "clause": "o.hand"}]}],
 "acts": [
  {"act": "cardMoved", "requires": [{"what": "that", "that": "not slot() > 4", "clause": "o.slot"}]},
  {"act": "abilityActivated", "requires": [{"what": "that", "that": "link() <= 2", "clause": "o.link"}]},
  {"act": "valueChanged", "requires": [
   {"what": "that", "that": "not how() = 'paid' or value(who, 'life') + amount() >= 0", "clause": "o.paid"}]}]})x";

constexpr std::string_view kCards = R"x({"name": "c", "ruleset": "orchard", "cards": [
 {"key": "Elm", "title": "Elm", "types": ["Tree"], "abilities": [{"name": "sways"}]},
 {"key": "Saw", "title": "Saw", "types": ["Tool"]}]})x";

class Tallies : public testing::Test {
 protected:
  Tallies() {
    table_.deck(1, {"Elm", "Elm", "Elm", "Elm", "Saw"});
    table_.turn(1);
  }

  [[nodiscard]] std::string asked(std::string_view what) const { return asked(what, table_.state); }
  [[nodiscard]] std::string asked(std::string_view what, const State& state) const {
    const auto expression = expression::parse(what, {.ruleset = documents_.rules().ruleset});
    return expression::answerText(state,
                                  expression::valueAt(expression, {.state = state, .rules = documents_.rules()}));
  }
  void play(std::uint32_t card, const std::string& method, const std::string& zone, EventNumber cause = 0) {
    table_.play([&](schema::Event::Builder event) {
      event.setActor(1);
      if (cause != 0) event.initContext().initCauses(1).set(0, cause);
      auto played = event.initCardPlayed();
      played.setPlayer(1);
      played.setCard(card);
      played.setMethod(table_.game.name(method));
      if (zone.empty()) return;
      played.setToPlayer(1);
      played.setZone(table_.game.name(zone));
      played.setSlot(static_cast<std::int16_t>(card));
    });
    EXPECT_EQ(fingerprintOf(table_.state), table_.state.fingerprint);
  }
  void attack(std::uint32_t card) {
    table_.play([&](schema::Event::Builder event) {
      event.setActor(1);
      event.initAttackDeclared().setCard(card);
      event.getAttackDeclared().setTarget(entityOf(EntityKind::player, 2));
    });
  }
  void pay(schema::How how, std::uint32_t amount) {
    table_.play([&](schema::Event::Builder event) {
      auto changed = event.initValueChanged();
      changed.setSubject(entityOf(EntityKind::player, 1));
      changed.setValue(table_.game.name("life"));
      changed.setHow(how);
      changed.setAmount(amount);
    });
  }
  [[nodiscard]] State savedAndLoaded() const {
    const auto words = saveKeyframe(table_.state, documents_.rules());
    return loadKeyframe({words.begin(), words.size()}, documents_.rules());
  }

  TestRules documents_{kRules, kCards};
  TestTable table_{documents_.rules()};
};

TEST_F(Tallies, CountForEachPlayerUntilThePeriodEnds) {
  for (const std::uint32_t card : {1U, 2U, 3U}) table_.move(card, "hand", 1);
  play(1, "plant", "field");
  play(2, "graft", "field");
  EXPECT_EQ(asked("tally('plantings', P1)"), "2");
  EXPECT_EQ(asked("tally('plantings', P2)"), "0");
  EXPECT_EQ(table_.against(), "");
  play(3, "plant", "field");
  EXPECT_EQ(table_.against(), "o.twice <-");
  EXPECT_EQ(asked("tally('plantings', P1)", savedAndLoaded()), "3");
  table_.turn(2);
  EXPECT_EQ(asked("tally('plantings', P1)"), "0");
  EXPECT_EQ(asked("tally('trees')"), "3") << "of the whole game";
  EXPECT_EQ(fingerprintOf(table_.state), table_.state.fingerprint);
}

TEST_F(Tallies, OfACardEndWithItsStay) {
  table_.move(1, "field", 1, 0);
  attack(1);
  attack(1);
  EXPECT_EQ(asked("tally('attacks', #1)"), "2");
  table_.move(1, "field", 1, 3);
  EXPECT_EQ(asked("tally('attacks', #1)"), "2") << "the field is one location";
  table_.move(1, "hand", 1);
  EXPECT_EQ(asked("tally('attacks', #1)"), "0");
  table_.move(1, "field", 1, 0);
  attack(1);
  EXPECT_EQ(asked("tally('attacks', #1)"), "1");
  EXPECT_EQ(fingerprintOf(table_.state), table_.state.fingerprint);
}

TEST_F(Tallies, HaveBoundsIfSomethingUnknownMayCount) {
  table_.play([&](schema::Event::Builder event) {
    auto registered = event.initDeckRegistered();
    registered.setPlayer(2);
    registered.setZone(table_.game.name("deck"));
    registered.setFirst(6);
    registered.setCount(1);
  });
  play(5, "plant", "field");
  play(6, "plant", "field");
  EXPECT_EQ(asked("tally('trees') <= 1"), "true") << "the Saw is not a tree";
  EXPECT_EQ(asked("tally('trees') >= 0"), "true");
  EXPECT_EQ(asked("tally('trees') = 1").substr(0, 7), "unknown");
  EXPECT_EQ(asked("tally('trees') <= 1", savedAndLoaded()), "true");
}

TEST_F(Tallies, CountWhateverCausedTheEvent) {
  for (const std::uint32_t card : {1U, 2U, 3U}) table_.move(card, "hand", 1);
  play(1, "plant", "field");
  play(2, "plant", "field");
  const EventNumber cause = table_.activate(1, 1, 1);
  play(3, "plant", "field", cause);
  EXPECT_EQ(table_.against(), "") << "the rule is about plantings without a cause";
  EXPECT_EQ(asked("tally('plantings', P1)"), "3");
}

TEST_F(Tallies, UseThePlaceOfACardBeforeItMoved) {
  table_.move(1, "hand", 1);
  table_.move(1, "field", 1, 1);
  EXPECT_EQ(fingerprintOf(savedAndLoaded()), table_.state.fingerprint);
  play(1, "plant", "");
  EXPECT_EQ(table_.against(), "") << "it came from the hand";
  table_.move(2, "field", 1, 2);
  play(2, "plant", "");
  EXPECT_EQ(table_.against(), "o.hand <-") << "it came from the deck";
  play(2, "plant", "");
  EXPECT_EQ(table_.against(), "o.twice <-; o.hand <-") << "it is already there";
}

TEST_F(Tallies, ReadTheSlotLinkAndValueChangeOfAnEvent) {
  table_.move(1, "field", 1, 4);
  EXPECT_EQ(table_.against(), "");
  table_.move(2, "field", 1, 5);
  EXPECT_EQ(table_.against(), "o.slot <-");
  table_.activate(1, 1, 1);
  EXPECT_EQ(table_.against(), "") << "without a chain it is the first link";
  table_.began("chain", "", 1);
  table_.activate(1, 1, 1);
  EXPECT_EQ(table_.against(), "o.link? <-") << "the record does not say which";
  table_.began("chain", "", 1);
  for (const std::uint8_t link : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{3}}) {
    table_.play([&](schema::Event::Builder event) {
      event.initAbilityActivated().setPlayer(1);
      event.getAbilityActivated().setCard(1);
      event.getAbilityActivated().setAbility(1);
      event.getAbilityActivated().setLink(link);
    });
    EXPECT_EQ(table_.against(), link <= 2 ? "" : "o.link <-");
  }
  pay(schema::How::LOST, 5);
  EXPECT_EQ(table_.against(), "");
  pay(schema::How::PAID, 5);
  EXPECT_EQ(table_.against().substr(0, 6), "o.paid");
}

}  // namespace
}  // namespace docket::tallies_test
