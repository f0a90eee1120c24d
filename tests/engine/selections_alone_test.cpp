// Selections that ask each card of itself alone: which are, and that a card asked alone is one of those they give. And
// what expressions read of what cards are: of cards in play that stay where they lie, or of any.
#include <gtest/gtest.h>

#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/equal.hpp>

#include "engine/rules/expression/narrowing.h"
#include "tests/engine/expression_game.h"

namespace docket::selections_alone_test {
namespace {

const ExpressionGame& game() {
  static const ExpressionGame kOne;
  return kOne;
}

class Selection : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] static expression::Expression read() { return expression::parse(GetParam(), game().scope()); }
};

class AsksEachAlone : public Selection {};
TEST_P(AsksEachAlone, SoThatACardIsAskedForItself) {
  const auto selection = read();
  EXPECT_TRUE(selection.asks_each_alone);
  const State& state = game().table.state;
  const expression::Point point{.state = state, .rules = ExpressionGame::rules(), .self = 0};
  const auto all = expression::valueAt(selection, point);
  expression::SelectedCards added;
  ASSERT_TRUE(expression::addCertainCards(selection, point, added));
  EXPECT_TRUE(ranges::equal(added, all.cards()));
  for (CardIndex card = 0; card < state.cards.size(); ++card)
    EXPECT_EQ(expression::isCertainlyAmong(selection, point, card), ranges::contains(added, card)) << card;
}
INSTANTIATE_TEST_SUITE_P(Table, AsksEachAlone,
                         testing::Values("cards(in play)",                              //
                                         "cards(in field)",                             //
                                         "cards(in play, controller P1)",               //
                                         "cards(in field, controller P2 or owner P2)",  //
                                         "cards(in play, not face up)",                 //
                                         "cards(in field, keyword \"Ninja\", controller P1)"));

class AsksOfOthers : public Selection {};
TEST_P(AsksOfOthers, SoThatACardIsNotAskedForItself) { EXPECT_FALSE(read().asks_each_alone); }
INSTANTIATE_TEST_SUITE_P(Table, AsksOfOthers,
                         testing::Values("count(in play)",                                    //
                                         "cards(in hand of P1)",                              //
                                         "cards(in play, stat \"Force\" > 1)",                //
                                         "cards(in play, any(in field, keyword \"Ninja\"))",  //
                                         "cards(in play, counters \"Wealth\" > 1)",           //
                                         "cards(in play, keyword(#1, \"Ninja\"))"));

// Of counters on cards: whether all that an expression counts is on the card that says it.
struct Counting {
  const char* text;
  bool on_self_alone;
};
class CountsOnSelfAlone : public testing::TestWithParam<Counting> {};
TEST_P(CountsOnSelfAlone, WhereNoOtherCounterIsRead) {
  EXPECT_EQ(expression::parse(GetParam().text, game().scope()).counts_on_self_alone, GetParam().on_self_alone);
}
INSTANTIATE_TEST_SUITE_P(Table, CountsOnSelfAlone,
                         testing::Values(Counting{"counters(this, \"Wealth\")", true},  //
                                         Counting{"counters(this, \"Wealth\") > 1 and stat(this, \"Force\") > 2",
                                                  true},                                                            //
                                         Counting{"counters(#1, \"Wealth\")", false},                               //
                                         Counting{"counters(this, \"Wealth\") + counters(#1, \"Wealth\")", false},  //
                                         Counting{"counters(controller(this), \"Wealth\")", false},                 //
                                         Counting{"count(in play, counters \"Wealth\" > 1)", false},                //
                                         Counting{"stat(this, \"Force\")", false}));

// Whether a card that becomes known where nobody asks for it leaves what was computed as it is.
struct Looking {
  const char* text;
  bool at_what_is_in_play;
};
class LooksAtWhatIsInPlay : public testing::TestWithParam<Looking> {};
TEST_P(LooksAtWhatIsInPlay, WhereItAsksOfCardsOfASelectionFromThere) {
  const StateParts reads = expression::parse(GetParam().text, game().scope()).reads;
  EXPECT_TRUE(reads.has(StatePart::shown) || !GetParam().at_what_is_in_play);
  EXPECT_EQ(reads.has(StatePart::identity), !GetParam().at_what_is_in_play);
}
INSTANTIATE_TEST_SUITE_P(
    Table, LooksAtWhatIsInPlay,
    testing::Values(
        Looking{"any(in play, keyword \"Ninja\")", true}, Looking{"count(in field, keyword \"Ninja\")", true},
        Looking{"sum(stat(it, \"Force\"), in play)", true}, Looking{"count(in hand, keyword \"Ninja\")", false},
        Looking{"count(in anywhere, keyword \"Ninja\")", false},
        Looking{"count(in play, keyword(#1, \"Ninja\"))", false},
        Looking{"count(in play, keyword \"Ninja\") + count(in hand, keyword \"Ninja\")", false},
        Looking{"count(in play, any(in hand, keyword \"Ninja\"))", false}, Looking{"stat(this, \"Force\")", false}));

}  // namespace
}  // namespace docket::selections_alone_test
