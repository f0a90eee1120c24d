// Values that are cached between events (engine/derived): each of these events changes what such a value depends on in
// a way that is neither a card's place nor a stat's change alone. The state must be as one that was folded without a
// cache.
#include "engine/query/state_reader.h"

#include "engine/derived/derived_values.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "tests/engine/test_table.h"

namespace docket::state_reader_test {
namespace {

constexpr std::string_view kRules = R"x({"name": "t", "version": "1",
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}, {"name": "bench", "inPlay": true}],
 "periods": [{"name": "turn"}], "stats": [{"name": "Might"}],
 "types": [{"name": "Beast", "stats": ["Might"]}, {"name": "Saddle"}],
 "attachment": {"modifiers": "toHost"}, "calculation": {"computed": true},
 "wins": [{"name": "no deck", "if": "count(in deck) = 0", "winner": "P1"},
          {"name": "terms", "terms": "field"}],
 "permissions": [{"act": "rest", "on": "cardMoved", "named": "rest",
                  "grants": [{"to": "counters(it, 'burden') >= 2", "says": "must"}]}],
 "obligations": {"deadlines": [{"act": "ended", "named": "turn"}]}})x";

constexpr std::string_view kCards = R"x({"name": "c", "ruleset": "t", "cards": [
 {"key": "Ox", "title": "Ox", "types": ["Beast"], "stats": [{"stat": "Might", "amount": 2}]},
 {"key": "Yoke", "title": "Yoke", "types": ["Saddle"], "stats": [{"stat": "Might", "amount": 3, "kind": "modifier"}]},
 {"key": "Crown", "title": "Crown", "wins": [{"if": "me = P2", "winner": "P2"}]},
 {"key": "Wisp", "title": "Wisp", "unreadOf": ["control"]}]})x";

class CachedValues : public testing::Test {
 protected:
  /// The state of the same game folded without a cache.
  [[nodiscard]] State withoutCache() {
    State state = initialState(std::as_const(table_.game).header(), rules_);
    Step step;
    for (EventNumber n = 1; n <= table_.state.event; ++n) {
      state.derived = Derived();
      reduce(state, rules_, n, *table_.game.event(n), step);
    }
    return state;
  }
  [[nodiscard]] std::int64_t mightOf(std::uint32_t card, const State& state) const {
    return readStat(state, rules_, state.cardOf(card), rules_.ruleset.stat("Might")).amount;
  }
  void note() {
    table_.play([](schema::Event::Builder event) { event.setNote("nothing happens"); });
  }

  const TestRules documents_{kRules, kCards};
  const Rules rules_ = documents_.rules();
  TestTable table_{rules_};
};

TEST_F(CachedValues, ASkippedEventLeavesAWinUndecided) {
  table_.deck(1, {"Ox", "Ox"});
  note();
  EXPECT_EQ(table_.state.play.undecided_at, 0U);
  const EventNumber at = table_.play([](schema::Event::Builder event) { event.initSkipped().setWhat("message 200"); });
  EXPECT_EQ(table_.state.play.undecided_at, at) << "the deck may be empty now";
  EXPECT_EQ(table_.state.fingerprint, withoutCache().fingerprint);
}

TEST_F(CachedValues, AnUnreadTextAboutControlLeavesAWinUndecided) {
  table_.deck(1, {"Crown", "Ox", "Ox"});
  table_.deck(2, {"Wisp"});
  table_.move(1, "field", 1);
  note();
  EXPECT_EQ(table_.state.play.undecided_at, 0U);
  const EventNumber at = table_.move(4, "bench", 2, -1, schema::Face::UP);
  EXPECT_EQ(table_.state.play.undecided_at, at) << "the Wisp may give the Crown to player 2";
  EXPECT_EQ(table_.state.fingerprint, withoutCache().fingerprint);
}

TEST_F(CachedValues, AModifierCountsAgainWhenItsRecordedBonusEnds) {
  table_.deck(1, {"Ox", "Yoke", "Ox"});
  table_.move(1, "field", 1);
  const EventNumber attached = table_.play([&](schema::Event::Builder event) {
    event.initCardAttached().setCard(2);
    event.getCardAttached().setHost(1);
    auto change = event.initBegins(1)[0];
    change.setSubject(1);
    change.setName(table_.game.name("Might"));
    change.setAmount(3);
    change.setSource(2);
    change.setLast(schema::Change::Last::WHILE_ATTACHED);
  });
  note();
  EXPECT_EQ(mightOf(1, table_.state), 5) << "counted once";
  table_.play([&](schema::Event::Builder event) { event.initChangeEnded().setBegun(attached); });
  EXPECT_EQ(mightOf(1, table_.state), mightOf(1, withoutCache()));
  const auto frame = saveKeyframe(table_.state, rules_);
  EXPECT_EQ(mightOf(1, table_.state), mightOf(1, loadKeyframe({frame.begin(), frame.size()}, rules_)));
}

TEST_F(CachedValues, AnObligationIsMissedThoughNothingHadToBeDoneBefore) {
  const auto burden = [&] {
    table_.play([&](schema::Event::Builder event) {
      event.initCounterPlaced().setSubject(1);
      event.getCounterPlaced().setCounter(table_.game.name("burden"));
      event.getCounterPlaced().setAmount(1);
    });
  };
  table_.deck(1, {"Ox", "Ox"});
  table_.move(1, "field", 1);
  table_.turn(1);
  const EventNumber nothing_due = table_.ended("turn");
  burden();
  table_.turn(2);
  const EventNumber still_nothing_due = table_.ended("turn");
  burden();
  table_.turn(1);
  const EventNumber missed = table_.ended("turn");
  // Folded together with the judge, as docket verify does it: the state caches what the judge found.
  std::vector<EventNumber> found;
  RunningState running(std::as_const(table_.game).header(), rules_);
  for (EventNumber n = 1; n <= table_.state.event; ++n) {
    const HeldEvent event = table_.game.event(n);
    const PendingEvent pending = running.next(n, event);
    EventJudge event_judge(pending);
    running.add(n, event, pending, EventsOf<Recording>(table_.game));
    for (const Finding& finding : std::move(event_judge).findings(running.state())) found.push_back(finding.event);
    const bool is_cached = running.state().derived.values().none_obliged.holds();
    EXPECT_TRUE(is_cached || n != nothing_due);
    EXPECT_FALSE(is_cached && n == still_nothing_due - 2) << "a counter was placed";
  }
  EXPECT_EQ(found, std::vector<EventNumber>{missed});
}

TEST_F(CachedValues, RestOnWhatTheirReaderRecorded) {
  table_.deck(1, {"Ox", "Ox"});
  table_.move(1, "field", 1);
  StateReader reader(table_.state, rules_);
  EXPECT_TRUE(reader.read().none());
  static_cast<void>(reader.controllerOf(table_.state.cardOf(1)));
  EXPECT_EQ(reader.takeRead(), StateParts::of(StatePart::control));
  EXPECT_TRUE(reader.read().none()) << "taken";
  static_cast<void>(reader.definitionOf(table_.state.cardOf(1)));
  EXPECT_EQ(reader.takeRead(), StateParts::ofZone(1) | StateParts::of(StatePart::shown));
  static_cast<void>(reader.definitionOf(table_.state.cardOf(2)));
  EXPECT_EQ(reader.takeRead(), StateParts::ofZone(0) | StateParts::of(StatePart::identity));
}

}  // namespace
}  // namespace docket::state_reader_test
