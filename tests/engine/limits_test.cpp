// The algebra of limits, axis by axis, on the lab's cards (lab_catalogue.json).
#include "tests/engine/lab.h"

namespace docket {
namespace {

/// Two Ants, two Bees, a Cat, two versions of Dog and an Emu of player 1, the same of player 2; all in play in turn 1.
struct Limits : ::testing::Test {
  Limits() {
    for (const Seat seat : {Seat{1}, Seat{2}}) {
      first[seat] = table.deck(seat, {"Ant", "Ant", "Bee", "Bee", "Cat", "Dog", "Dog two", "Emu"});
    }
    table.turn(1);
    table.phase("first");
    for (const Seat seat : {Seat{1}, Seat{2}}) {
      for (std::uint32_t i = 0; i < 8; ++i) table.move(first[seat] + i, "field", seat, static_cast<std::int16_t>(i));
    }
    ant = first[1], bee = first[1] + 2, cat = first[1] + 4, dog = first[1] + 5, emu = first[1] + 7;
  }
  std::string use(Seat player, std::uint32_t card, std::uint16_t ability, EventNumber trigger = 0) {
    latest = table.activate(player, card, ability, trigger);
    return table.against();
  }
  static std::string rests(const std::string& clause, EventNumber event) {
    return clause + " <- " + std::to_string(event);
  }

  LabTable table;
  std::uint32_t first[3] = {}, ant, bee, cat, dog, emu;
  EventNumber latest = 0, before = 0;
};

TEST_F(Limits, a_soft_limit_is_of_the_card_and_a_copy_has_its_own) {
  EXPECT_EQ(use(1, ant, 1), "");
  before = latest;
  EXPECT_EQ(use(1, ant, 1), rests("lab.soft", before));
  EXPECT_EQ(use(1, ant + 1, 1), "");
}

TEST_F(Limits, a_soft_limit_is_back_next_turn_and_after_leaving_and_after_turning_face_down) {
  EXPECT_EQ(use(1, ant, 1), "");
  table.turn(2);
  EXPECT_EQ(use(1, ant, 1), "");
  table.move(ant, "hand", 1);
  table.move(ant, "field", 1);
  EXPECT_EQ(use(1, ant, 1), "");
  table.move(ant, "bench", 1);  // the same location
  EXPECT_NE(use(1, ant, 1), "");
  table.flip(ant, schema::Face::DOWN);
  table.flip(ant, schema::Face::UP);
  EXPECT_EQ(use(1, ant, 1), "");
}

TEST_F(Limits, a_card_that_turns_itself_down_is_not_given_its_use_back_by_that) {
  EXPECT_EQ(use(1, bee, 2), "");
  table.flip(bee, schema::Face::DOWN, latest);
  table.flip(bee, schema::Face::UP);
  EXPECT_NE(use(1, bee, 2), "");
  table.flip(bee, schema::Face::DOWN);
  table.flip(bee, schema::Face::UP);
  EXPECT_EQ(use(1, bee, 2), "");
}

TEST_F(Limits, a_shared_soft_limit_counts_all_abilities_of_the_card) {
  EXPECT_EQ(use(1, cat, 1), "");
  before = latest;
  EXPECT_EQ(use(1, cat, 2), rests("lab.soft", before));
}

TEST_F(Limits, a_hard_limit_counts_the_title_for_a_player) {
  EXPECT_EQ(use(1, ant, 2), "");
  before = latest;
  EXPECT_EQ(use(1, ant + 1, 2), rests("lab.hard", before));
  EXPECT_EQ(use(2, first[2], 2), "");
  table.turn(2);
  EXPECT_EQ(use(1, ant + 1, 2), "");
}

TEST_F(Limits, a_group_shares_a_hard_limit_and_so_do_versions_of_a_title_and_a_card_counted_under_another_title) {
  EXPECT_EQ(use(1, dog, 2), "");
  before = latest;
  EXPECT_EQ(use(1, dog, 1), rests("lab.hard", before));
  table.turn(2);
  EXPECT_EQ(use(1, dog, 2), "");
  const EventNumber second = latest;
  EXPECT_EQ(use(1, dog + 1, 1), rests("lab.hard", second));
  table.turn(1);
  EXPECT_EQ(use(1, dog + 1, 1), "");
  const EventNumber third = latest;
  EXPECT_EQ(use(1, emu, 1), rests("lab.hard", third));
}

TEST_F(Limits, activate_is_given_back_by_a_negated_activation_and_use_is_not) {
  EXPECT_EQ(use(1, bee, 1), "");
  table.negate(latest);
  EXPECT_EQ(use(1, bee + 1, 1), "");
  EXPECT_EQ(use(1, ant, 2), "");
  table.negate(latest);
  EXPECT_NE(use(1, ant, 2), "");
}

TEST_F(Limits, once_per_game_outlasts_the_turn_in_which_uses_are_forgotten) {
  EXPECT_EQ(use(1, cat, 3), "");
  before = latest;
  for (int i = 0; i < 4; ++i) table.turn(1);
  EXPECT_EQ(use(1, cat, 3), rests("lab.duel", before));
}

TEST_F(Limits, a_gain_is_counted_over_different_titles) {
  EXPECT_EQ(use(1, bee, 3), "");
  before = latest;
  EXPECT_EQ(use(1, dog, 3), rests("lab.gain", before));
  EXPECT_EQ(use(2, first[2] + 5, 3), "");
}

TEST_F(Limits, once_per_instance_of_a_trigger_over_all_copies) {
  EXPECT_EQ(use(1, dog + 1, 2, 3), "");
  before = latest;
  EXPECT_EQ(use(2, first[2] + 6, 2, 3), rests("lab.trigger", before));
  EXPECT_EQ(use(1, dog + 1, 2, 4), "");
}

TEST_F(Limits, a_title_over_all_players_with_a_maximum_of_two_in_a_phase) {
  EXPECT_EQ(use(1, dog + 1, 3), "");
  EXPECT_EQ(use(2, first[2] + 6, 3), "");
  EXPECT_NE(use(1, dog + 1, 3), "");
  table.phase("second");
  EXPECT_EQ(use(1, dog + 1, 3), "");
}

TEST_F(Limits, once_per_chain) {
  table.began("chain", "", 0);
  EXPECT_EQ(use(1, emu, 2), "");
  EXPECT_NE(use(1, emu, 2), "");
  table.ended("chain");
  table.began("chain", "", 0);
  EXPECT_EQ(use(1, emu, 2), "");
}

TEST_F(Limits, a_control_change_gives_nothing_back) {
  EXPECT_EQ(use(1, ant, 1), "");
  table.control(ant, 2, "turn");
  EXPECT_EQ(table.card(ant).controller, 2);
  EXPECT_NE(use(2, ant, 1), "");
  table.turn(2);
  EXPECT_EQ(table.card(ant).controller, 1);
}

TEST_F(Limits, a_use_of_a_card_that_becomes_known_later_is_counted_rightly) {
  const auto unknown = table.deck(1, {""});
  table.move(unknown, "field", 1);
  EXPECT_EQ(use(1, unknown, 2), "");
  before = latest;
  EXPECT_EQ(use(1, ant, 2), "lab.hard? <- " + std::to_string(before));  // it may have been an Ant
  table.turn(2);
  EXPECT_EQ(use(1, unknown, 2), "");
  const EventNumber second = latest;
  table.play([&](schema::Event::Builder event) {
    auto identity = event.initContext().initIdentities(1)[0];
    identity.setCard(unknown);
    identity.setDefinition("Ant");
    event.initCardsRevealed().setPlayer(1);
  });
  EXPECT_EQ(use(1, ant, 2), rests("lab.hard", second));
}

}  // namespace
}  // namespace docket
