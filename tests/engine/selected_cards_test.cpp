// Selections of cards, as a set and in a list, and which card identities an expression depends on.
#include <gtest/gtest.h>

#include <range/v3/algorithm/equal.hpp>

#include "engine/query/evaluation/evaluate.h"
#include "tests/engine/expression_game.h"

namespace docket::selected_cards_test {
namespace {

const ExpressionGame& game() {
  static const ExpressionGame kOne;
  return kOne;
}

class Selection : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] static expression::Expression read() { return expression::parse(GetParam(), game().scope()); }
};

class SelectsCards : public Selection {};
TEST_P(SelectsCards, WithAndWithoutASet) {
  const auto selection = read();
  const State& state = game().table.state;
  const expression::Point point{.state = state, .rules = ExpressionGame::rules(), .self = 0};
  expression::SelectedCards added;
  ASSERT_TRUE(expression::addCertainCards(selection, point, added));
  EXPECT_TRUE(ranges::equal(added, expression::evaluate(selection, point).value.cards()));
}
INSTANTIATE_TEST_SUITE_P(Table, SelectsCards,
                         testing::Values("cards(in play)",                              //
                                         "cards(in field)",                             //
                                         "cards(in hand of P1)",                        //
                                         "cards(in play, controller P1)",               //
                                         "cards(in field, controller P2 or owner P2)",  //
                                         "cards(in play, not face up)",                 //
                                         "cards(in field, keyword \"Ninja\", controller P1)"));

TEST(SelectedCards, AreNotAddedForAnExpressionThatSelectsNone) {
  const expression::Point point{.state = game().table.state, .rules = ExpressionGame::rules(), .self = 0};
  expression::SelectedCards added;
  EXPECT_FALSE(expression::addCertainCards(expression::parse("count(in play)", game().scope()), point, added));
}

// Whether an expression depends on the identities of all cards, or only of shown ones in play.
struct Looking {
  const char* text;
  bool at_what_is_in_play;
};
class AnExpressionReadsCardsInPlay : public testing::TestWithParam<Looking> {};
TEST_P(AnExpressionReadsCardsInPlay, OnlyForSelectionsFromThere) {
  const StateParts reads = expression::parse(GetParam().text, game().scope()).reads;
  EXPECT_TRUE(reads.has(StatePart::shown) || !GetParam().at_what_is_in_play);
  EXPECT_EQ(reads.has(StatePart::identity), !GetParam().at_what_is_in_play);
}
INSTANTIATE_TEST_SUITE_P(
    Table, AnExpressionReadsCardsInPlay,
    testing::Values(
        Looking{"any(in play, keyword \"Ninja\")", true}, Looking{"count(in field, keyword \"Ninja\")", true},
        Looking{"sum(stat(it, \"Force\"), in play)", true}, Looking{"count(in hand, keyword \"Ninja\")", false},
        Looking{"count(in anywhere, keyword \"Ninja\")", false},
        Looking{"count(in play, keyword(#1, \"Ninja\"))", false},
        Looking{"count(in play, keyword \"Ninja\") + count(in hand, keyword \"Ninja\")", false},
        Looking{"count(in play, any(in hand, keyword \"Ninja\"))", false}, Looking{"stat(this, \"Force\")", false}));

}  // namespace
}  // namespace docket::selected_cards_test
