// Rewinds and corrections: which events are in effect, and which names and numbers stay assigned.
#include "engine/fold/history.h"

#include "engine/fold/events_of.h"
#include "engine/fold/running_state.h"
#include "events/validate.h"
#include "tests/engine/test_table.h"

namespace docket::history_test {
namespace {

/// Follows a recording to its end.
State followed(const Recording& game) {
  const Rules rules = TestRules::get().rules();
  RunningState running(game.header(), rules);
  for (EventNumber n = 1; n <= game.size(); ++n) running.add(n, *game.event(n), EventsOf(game));
  return running.state();
}

struct HistoryOfAGame : ::testing::Test {
  HistoryOfAGame() {
    card = table.deck(1, {"Ant", "Bee"});
    table.move(card, "field", 1, 0);
  }
  EventNumber rewind(EventNumber to) {
    return table.game.add([&](schema::Event::Builder event) { event.initRewound().setTo(to); });
  }
  EventNumber create(std::uint32_t number) {
    return table.game.add([&](schema::Event::Builder event) {
      auto created = event.initCardCreated();
      created.setCard(number);
      created.setOwner(1);
      created.setPlayer(1);
      created.setZone(table.game.name("bench"));
    });
  }
  EventNumber count(const std::string& counter) {
    return table.game.add([&](schema::Event::Builder event) {
      auto placed = event.initCounterPlaced();
      placed.setSubject(card);
      placed.setCounter(table.game.name(counter));
      placed.setAmount(1);
    });
  }
  TestTable table;
  std::uint32_t card = 0;
};

TEST_F(HistoryOfAGame, ANameFirstUsedInARewoundEventKeepsItsNumber) {
  count("charge");
  rewind(2);
  count("rust");
  count("charge");
  const State state = followed(table.game);
  EXPECT_EQ(state.countersOn(0, table.game.names().find("rust")), 1);
  EXPECT_EQ(state.countersOn(0, table.game.names().find("charge")), 1);
  EXPECT_EQ(state.vocabulary->names.text(table.game.names().find("rust")), "rust");
}

TEST_F(HistoryOfAGame, ACardNumberOfARewoundEventIsNotReused) {
  create(3);
  rewind(2);
  create(4);
  const State state = followed(table.game);
  EXPECT_EQ(state.cardOf(3), kNone);
  ASSERT_NE(state.cardOf(4), kNone);
  EXPECT_EQ(state.cards.size(), 3U);
}

TEST_F(HistoryOfAGame, ACorrectionReplacesTheEventInPlace) {
  const EventNumber wrong = count("charge");
  count("rust");
  table.game.add([&](schema::Event::Builder event) {
    auto corrected = event.initCorrected();
    corrected.setEvent(wrong);
    auto placed = corrected.initReplacement().initCounterPlaced();
    placed.setSubject(card);
    placed.setCounter(table.game.name("charge"));
    placed.setAmount(5);
  });
  EXPECT_EQ(followed(table.game).countersOn(0, table.game.names().find("charge")), 5);
  EXPECT_EQ(followed(table.game).countersOn(0, table.game.names().find("rust")), 1);
}

TEST_F(HistoryOfAGame, ACorrectionMayUseNewNames) {
  const EventNumber wrong = count("charge");
  table.game.add([&](schema::Event::Builder event) {
    auto corrected = event.initCorrected();
    corrected.setEvent(wrong);
    auto turned = corrected.initReplacement().initCardTurned();
    turned.setCard(card);
    turned.setOrientation(table.game.name("spent"));
  });
  count("rust");
  History history;
  for (EventNumber n = 1; n <= table.game.size(); ++n) history.add(n, *table.game.event(n));
  State state = initialState(table.game.header(), TestRules::get().rules());
  foldAlong(state, TestRules::get().rules(), EventsOf(table.game), history.pathTo(table.game.size()));
  EXPECT_EQ(state.cards[0].orientation, TestRules::get().rules().ruleset.bindings.find("spent").orientation);
  EXPECT_EQ(followed(table.game).fingerprint, state.fingerprint);
}

TEST_F(HistoryOfAGame, ACorrectionWithoutAReplacementRemovesTheEvent) {
  const EventNumber wrong = count("charge");
  count("rust");
  table.game.add([&](schema::Event::Builder event) { event.initCorrected().setEvent(wrong); });
  EXPECT_EQ(followed(table.game).countersOn(0, table.game.names().find("charge")), 0);
  EXPECT_EQ(followed(table.game).countersOn(0, table.game.names().find("rust")), 1);
}

TEST_F(HistoryOfAGame, ARewindThatIsItselfRewoundHasNoEffect) {
  count("charge");              // 3
  rewind(2);                    // 4
  const auto back = rewind(3);  // 5: to before the first rewind
  History history;
  for (EventNumber n = 1; n <= table.game.size(); ++n) history.add(n, *table.game.event(n));
  EXPECT_EQ(history.pathTo(back).stretches, (std::vector<EventRange>{{1, 3}, {5, 5}}));
  EXPECT_EQ(followed(table.game).countersOn(0, table.game.names().find("charge")), 1);
}

TEST_F(HistoryOfAGame, ARewindToALaterEventIsRefused) {
  History history;
  rewind(9);
  EXPECT_THROW(history.add(3, *table.game.event(3)), DamagedArchive);
}

/// The events of another source, with a count of how many were read.
class Counted : public EventSource {
 public:
  explicit Counted(const Recording& game) : events_(game) {}
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    asked += last + 1 - first;
    events_.forEach(first, last, visit);
  }
  mutable std::uint64_t asked = 0;

 private:
  EventsOf<Recording> events_;
};

/// A game in which a judge goes back repeatedly: its event `n`, in one of several variants.
class Rewinding : public HistoryOfAGame, public testing::WithParamInterface<int> {
 protected:
  static constexpr EventNumber kTimes = 1500;

  EventNumber correct(EventNumber event) {
    return table.game.add([&](schema::Event::Builder into) {
      auto corrected = into.initCorrected();
      corrected.setEvent(event);
      corrected.initReplacement().setNote("otherwise");
    });
  }
  EventNumber say() {
    return table.game.add([&](schema::Event::Builder event) { event.setNote("said"); });
  }
  EventNumber next(EventNumber n) {
    switch (GetParam()) {
      case 0:  // to one place
        return rewind(2);
      case 1:  // to the rewind before
        return rewind(n - 1);
      case 2:  // to the beginning
        return rewind(0);
      case 3:  // to what was taken back
        return n < 5 ? count("charge") : rewind(n % 2 == 0 ? 4 : 3);
      case 4:  // after each act
        return n % 2 == 0 ? rewind(2) : count("charge");
      case 5:  // half the way
        return n % 50 == 0 ? rewind(n / 2) : count("charge");
      case 6:  // a note, again and again
        return n == 3 ? say() : correct(3);
      case 7:  // an act, again and again
        return n == 3 ? count("charge") : correct(3);
      case 8:  // each act at once
        return n % 2 == 0 ? correct(n - 1) : count("charge");
      default:  // all acts in the end
        return n > kTimes / 2 ? correct(n - kTimes / 2 + 4) : count("charge");
    }
  }
};

// Validation refuses by a cost that it counts beforehand, so that must be the actual cost.
TEST_P(Rewinding, RefoldsNoMoreEventsThanPredicted) {
  while (table.game.size() < kTimes) next(table.game.size() + 1);
  RunningState running(table.game.header(), TestRules::get().rules());
  RecordSoFar record_so_far(table.game.header());
  const Counted events(table.game);
  for (EventNumber n = 1; n <= kTimes; ++n) {
    running.add(n, *table.game.event(n), events);
    record_so_far.add(*table.game.event(n));
  }
  EXPECT_LE(events.asked, record_so_far.refolded() + kTimes);
}

INSTANTIATE_TEST_SUITE_P(Ways, Rewinding, testing::Range(0, 10));

}  // namespace
}  // namespace docket::history_test
