// A requirement on the table after an event, for simultaneous events: it is judged once all of them have happened,
// so their order does not matter.
#include <algorithm>
#include <array>
#include <span>

#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "engine/state/fingerprint_of.h"
#include "tests/engine/test_table.h"

namespace docket::deferred_requirements_test {
namespace {

constexpr std::string_view kRules = R"x({"name": "t", "version": "1",
 "clauses": [{"id": "t.coins"}, {"id": "t.bottom"}],
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "hand"}],
 "types": [{"name": "Stone"}],
 "values": [{"name": "coins", "start": 3}],
 "acts": [
  {"act": "valueChanged", "requires": [
   {"what": "that", "named": "coins", "that": "value(who, 'coins') >= 0", "after": true, "clause": "t.coins"}]},
  {"act": "cardMoved", "requires": [
   {"what": "that", "that": "fromBottom(it) = 1", "after": true, "clause": "t.bottom"}]}]})x";

constexpr std::string_view kCards = R"x({"name": "c", "ruleset": "t", "cards": [
 {"key": "Flint", "title": "Flint", "types": ["Stone"]}]})x";

class DeferredRequirements : public testing::Test {
 protected:
  static Rules rules() {
    static const TestRules kDocuments(kRules, kCards);
    return kDocuments.rules();
  }

  static void change(TestTable& table, std::int64_t amount, EventNumber group) {
    table.play([&](schema::Event::Builder event) {
      event.setGroup(group);
      auto changed = event.initValueChanged();
      changed.setSubject(entityOf(EntityKind::player, 1));
      changed.setValue(table.game.name("coins"));
      changed.setHow(amount < 0 ? schema::How::LOST : schema::How::GAINED);
      changed.setAmount(std::abs(amount));
    });
  }

  /// The findings on simultaneous changes, in this order, at the next event.
  static std::string found(std::span<const std::int64_t> changes) {
    TestTable table{rules()};
    const EventNumber group = table.game.size() + 1;
    for (const std::int64_t amount : changes) {
      change(table, amount, group);
      EXPECT_TRUE(table.findings.empty()) << "the group is not complete yet";
      EXPECT_EQ(fingerprintOf(table.state), table.state.fingerprint);
    }
    EXPECT_EQ(judgeGroup(savedAndLoaded(table.state), rules()).size(), judgeGroup(table.state, rules()).size());
    change(table, 100, 0);
    const std::string against = table.against();
    EXPECT_EQ(fingerprintOf(table.state), table.state.fingerprint);
    change(table, 0, 0);
    EXPECT_EQ(table.against(), "") << "it is reported once";
    return against;
  }

  static State savedAndLoaded(const State& state) {
    const auto words = saveKeyframe(state, rules());
    return loadKeyframe({words.begin(), words.size()}, rules());
  }
};

TEST_F(DeferredRequirements, ABreachRepairedWithinItsGroupIsNoFinding) {
  std::array<std::int64_t, 3> changes{-5, 1, 1};
  std::sort(changes.begin(), changes.end());
  do {
    EXPECT_EQ(found(changes), "");
  } while (std::next_permutation(changes.begin(), changes.end()));
}

TEST_F(DeferredRequirements, ABreachAfterTheWholeGroupIsFoundInEveryOrder) {
  std::array<std::int64_t, 3> changes{-5, 1, -1};
  std::sort(changes.begin(), changes.end());
  do {
    EXPECT_EQ(found(changes), "t.coins <-; t.coins <-; t.coins <-") << "each of them is such an act";
  } while (std::next_permutation(changes.begin(), changes.end()));
}

TEST_F(DeferredRequirements, APlaceInAPileIsCheckedAfterTheEvent) {
  TestTable table{rules()};
  table.deck(1, {"Flint", "Flint", "Flint"});
  const auto put = [&](std::uint32_t card, std::int16_t slot) {
    table.play([&](schema::Event::Builder event) {
      event.setGroup(2);
      auto moved = event.initCardMoved();
      moved.setCard(card);
      moved.setPlayer(1);
      moved.setZone(table.game.name("deck"));
      moved.setSlot(slot);
    });
    return table.against();
  };
  EXPECT_EQ(put(2, -2), "");
  EXPECT_EQ(put(3, -2), "") << "it lies below the other now";
  EXPECT_EQ(put(2, -1), "t.bottom <-") << "on top";
}

}  // namespace
}  // namespace docket::deferred_requirements_test
