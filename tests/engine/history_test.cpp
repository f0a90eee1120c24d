// Rewinds and corrections: what is in effect, and what stays given out.
#include "engine/history.h"

#include "engine/follow.h"
#include "engine/recorded_events.h"
#include "tests/engine/lab.h"

namespace docket {
namespace {

/// Follows a recording to its end.
State followed(const Recording& game) {
  const Rules rules = Lab::get().rules();
  Follower table(game.header(), rules);
  for (EventNumber n = 1; n <= game.size(); ++n) table.add(n, *game.event(n), RecordedEvents(game));
  return table.state();
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
  LabTable table;
  std::uint32_t card = 0;
};

TEST_F(HistoryOfAGame, a_name_first_used_in_what_was_taken_back_keeps_its_number) {
  count("charge");
  rewind(2);
  count("rust");
  count("charge");
  const State state = followed(table.game);
  EXPECT_EQ(state.countersOn(0, table.game.names().find("rust")), 1);
  EXPECT_EQ(state.countersOn(0, table.game.names().find("charge")), 1);
  EXPECT_EQ(state.vocabulary->names.text(table.game.names().find("rust")), "rust");
}

TEST_F(HistoryOfAGame, a_card_number_given_out_in_what_was_taken_back_is_not_given_out_again) {
  create(3);
  rewind(2);
  create(4);
  const State state = followed(table.game);
  EXPECT_EQ(state.cardOf(3), kNone);
  ASSERT_NE(state.cardOf(4), kNone);
  EXPECT_EQ(state.cards.size(), 3U);
}

TEST_F(HistoryOfAGame, a_correction_puts_its_replacement_into_the_place_of_the_event) {
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

TEST_F(HistoryOfAGame, a_correction_without_a_replacement_says_that_nothing_happened) {
  const EventNumber wrong = count("charge");
  count("rust");
  table.game.add([&](schema::Event::Builder event) { event.initCorrected().setEvent(wrong); });
  EXPECT_EQ(followed(table.game).countersOn(0, table.game.names().find("charge")), 0);
  EXPECT_EQ(followed(table.game).countersOn(0, table.game.names().find("rust")), 1);
}

TEST_F(HistoryOfAGame, a_rewind_that_is_itself_taken_back_takes_nothing_back) {
  count("charge");              // 3
  rewind(2);                    // 4
  const auto back = rewind(3);  // 5: to before the first rewind
  History history;
  for (EventNumber n = 1; n <= table.game.size(); ++n) history.add(n, *table.game.event(n));
  EXPECT_EQ(history.pathTo(back).stretches, (std::vector<Stretch>{{1, 3}, {5, 5}}));
  EXPECT_EQ(followed(table.game).countersOn(0, table.game.names().find("charge")), 1);
}

TEST_F(HistoryOfAGame, a_rewind_to_a_later_event_is_refused) {
  History history;
  rewind(9);
  EXPECT_THROW(history.add(3, *table.game.event(3)), DamagedArchive);
}

}  // namespace
}  // namespace docket
