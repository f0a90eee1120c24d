// Results of expressions: a table of expression and answer, about the game of docs/expressions.md.
#include <gtest/gtest.h>

#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "engine/state/fingerprint_of.h"
#include "tests/engine/expression_game.h"

namespace docket::expression_values_test {
namespace {

struct Case {
  const char* expression;
  const char* answer;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.expression; }

const ExpressionGame& game() {
  static const ExpressionGame kOne;
  return kOne;
}

class ExpressionSays : public testing::TestWithParam<Case> {};
TEST_P(ExpressionSays, HasTheAnswerInTheTable) { EXPECT_EQ(game().said(GetParam().expression), GetParam().answer); }

INSTANTIATE_TEST_SUITE_P(Numbers, ExpressionSays,
                         testing::Values(Case{"1 + 2 * 3", "7"},                                          //
                                         Case{"(1 + 2) * 3", "9"},                                        //
                                         Case{"10 - 3 - 2", "5"},                                         //
                                         Case{"7 / 2", "3"},                                              //
                                         Case{"-7 / 2", "-4"},                                            //
                                         Case{"7 / -2", "-4"},                                            //
                                         Case{"-7 / -2", "3"},                                            //
                                         Case{"6 / 2 rounded up", "3"},                                   //
                                         Case{"7 / 2 rounded up", "4"},                                   //
                                         Case{"-7 / 2 rounded up", "-3"},                                 //
                                         Case{"7 / 2 rounded down", "3"},                                 //
                                         Case{"(7 / 2 rounded up) / 3", "1"},                             //
                                         Case{"(7 / (3 / 2 rounded up))", "3"},                           //
                                         Case{"- - 3", "3"},                                              //
                                         Case{"9223372036854775807", "9223372036854775807"},              //
                                         Case{"9223372036854775807 + 1", "unknown: overflow"},            //
                                         Case{"-9223372036854775807 - 2", "unknown: overflow"},           //
                                         Case{"9223372036854775807 * 2", "unknown: overflow"},            //
                                         Case{"(-9223372036854775807 - 1) / -1", "unknown: overflow"},    //
                                         Case{"-(-9223372036854775807 - 1)", "unknown: overflow"},        //
                                         Case{"(-9223372036854775807 - 1) / 2", "-4611686018427387904"},  //
                                         Case{"1 / 0", "unknown: division by zero"},                      //
                                         Case{"0 / 0 = 0", "unknown: division by zero"},                  //
                                         Case{"min(3, 2) + max(3, 2)", "5"}));

INSTANTIATE_TEST_SUITE_P(Conditions, ExpressionSays,
                         testing::Values(Case{"1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 3 and 1 != 2 and 2 = 2", "true"},  //
                                         Case{"2 < 2 or 3 <= 2 or 2 > 2 or 2 >= 3 or 2 != 2 or 1 = 2", "false"},      //
                                         Case{"not 1 = 2", "true"},                                                   //
                                         Case{"not true or true", "true"},                                            //
                                         Case{"true or true and false", "true"},                                      //
                                         Case{"if 1 < 2 then \"yes\" else \"no\"", "\"yes\""},                        //
                                         Case{"if false then #1 else P2", "P2"},                                      //
                                         Case{"\"a\\\"b\\\\\" = \"a\\\"b\\\\\"", "true"},                             //
                                         Case{"controller(#1) = owner(#1)", "true"},                                  //
                                         Case{"true = false", "false"}));

INSTANTIATE_TEST_SUITE_P(Unknown, ExpressionSays,
                         testing::Values(Case{"keyword(#8, \"Samurai\")", "unknown: what is #8"},                 //
                                         Case{"false and keyword(#8, \"Samurai\")", "false"},                     //
                                         Case{"keyword(#8, \"Samurai\") and false", "false"},                     //
                                         Case{"true and keyword(#8, \"Samurai\")", "unknown: what is #8"},        //
                                         Case{"keyword(#8, \"Samurai\") or true", "true"},                        //
                                         Case{"not keyword(#8, \"Samurai\")", "unknown: what is #8"},             //
                                         Case{"0 * stat(#8, \"Force\")", "0"},                                    //
                                         Case{"stat(#8, \"Force\") - 1", "unknown: what is #8"},                  //
                                         Case{"if keyword(#8, \"X\") then 1 else 1", "1"},                        //
                                         Case{"if keyword(#8, \"X\") then 1 else 2", "unknown: what is #8"},      //
                                         Case{"count(in play, keyword \"Samurai\")", "unknown: what is #8"},      //
                                         Case{"count(in play, keyword \"Samurai\") >= 3", "true"},                //
                                         Case{"count(in play, keyword \"Samurai\") > 4", "false"},                //
                                         Case{"count(in play, keyword \"Samurai\") = 3", "unknown: what is #8"},  //
                                         Case{"count(in play, keyword \"Samurai\") + 1 >= 4", "true"},            //
                                         Case{"10 - count(in play, keyword \"Samurai\") <= 7", "true"},           //
                                         Case{"10 - count(in play, keyword \"Samurai\") < 7",
                                              "unknown: what is #8"},                                         //
                                         Case{"any(in play, keyword \"Samurai\")", "true"},                   //
                                         Case{"any(in play, keyword \"Monk\")", "unknown: what is #8"},       //
                                         Case{"cards(in play, keyword \"Samurai\")", "unknown: what is #8"},  //
                                         Case{"max(count(in play, keyword \"Samurai\"), 4)", "4"},            //
                                         Case{"known(stat(#8, \"Force\"))", "false"},                         //
                                         Case{"absent(stat(#8, \"Force\"))", "unknown: what is #8"},          //
                                         Case{"title(#99)", "unknown: no card #99"},                          //
                                         Case{"value(P3, \"life\")", "unknown: no player P3"},                //
                                         Case{"value(P0, \"life\")", "unknown: no player P0"},                //
                                         Case{"#99 = #99", "unknown: no card #99"},                           //
                                         Case{"legal(0)", "unknown: no event 0"},                             //
                                         Case{"legal(23)", "unknown: no event 23"},                           //
                                         Case{"legal(0 - 5)", "unknown: no event 0"},                         //
                                         Case{"before(99999999999, 1)", "unknown: no event 0"}));

INSTANTIATE_TEST_SUITE_P(Absent, ExpressionSays,
                         testing::Values(Case{"stat(#3, \"Chi\")", "absent"},                       //
                                         Case{"stat(#3, \"Chi\") = 0", "true"},                     //
                                         Case{"stat(#3, \"Chi\") + 2", "2"},                        //
                                         Case{"absent(stat(#3, \"Chi\"))", "true"},                 //
                                         Case{"attachedTo(#1)", "absent"},                          //
                                         Case{"attachedTo(#1) = #2", "false"},                      //
                                         Case{"attachedTo(#1) != #2", "true"},                      //
                                         Case{"attachedTo(#1) = attachedTo(#4)", "true"},           //
                                         Case{"stat(attachedTo(#1), \"Force\")", "absent"},         //
                                         Case{"keyword(attachedTo(#1), \"Samurai\")", "absent"},    //
                                         Case{"not keyword(attachedTo(#1), \"Samurai\")", "true"},  //
                                         Case{"controller(attachedTo(#1)) = P1", "false"},          //
                                         Case{"winner() = P1", "false"},                            //
                                         Case{"clause(12) = \"lab.soft\"", "false"},                //
                                         Case{"used(#4, 2, \"soft\")", "absent"},                   //
                                         Case{"used(#4, 70000, \"soft\")", "absent"}));

INSTANTIATE_TEST_SUITE_P(Observations, ExpressionSays,
                         testing::Values(Case{"before(20, stat(#1, \"Chi\"))", "2"},  //
                                         Case{"after(20, stat(#1, \"Chi\"))", "2 diverged: observed 7 at 20"},
                                         Case{"after(20, stat(#1, \"Chi\") > 5)", "false diverged: observed 7 at 20"},
                                         Case{"after(20, stat(#1, \"Chi\") > 5 or true)", "true"},     //
                                         Case{"after(20, stat(#1, \"Chi\") > 1 and 1 = 2)", "false"},  //
                                         Case{"stat(#1, \"Chi\")",
                                              "unknown: observed at 20 but may have changed at 21"},  //
                                         Case{"stat(#1, \"Force\")", "2"},                            //
                                         Case{"base(#1, \"Chi\")", "2"},                              //
                                         Case{"sum(stat(it, \"Chi\"), in field of P1)",
                                              "unknown: observed at 20 but may have changed at 21"}));

TEST(Expressions, AnExplainedObservationLeavesTheLaterCalculationCertain) {
  ExpressionGame later;
  later.table.change(1, schema::Change::Kind::BONUS, "Force", 3);  // 23
  EXPECT_EQ(later.said("stat(#1, \"Force\")"), "5");
  later.observe(1, "Force", 5);  // 24
  EXPECT_EQ(later.said("stat(#1, \"Force\")"), "5");
}

TEST(Expressions, AValueIsObservedLikeAStat) {
  ExpressionGame later;
  later.table.play([&](schema::Event::Builder event) {
    auto observed = event.initObserved();
    observed.setSubject(entityOf(EntityKind::player, 2));
    observed.setReading(later.table.game.name("life"));
    observed.setAmount(11);
  });
  EXPECT_EQ(later.said("value(P2, \"life\")"), "15 diverged: observed 11 at 23");
  EXPECT_EQ(later.said("value(P1, \"life\")"), "20");
}

TEST(Expressions, AValueThatWasNeverSetIsTheObservedOne) {
  ExpressionGame later;
  later.table.play([&](schema::Event::Builder event) {
    auto observed = event.initObserved();
    observed.setSubject(entityOf(EntityKind::player, 2));
    observed.setReading(later.table.game.name("bounty"));
    observed.setAmount(3);
  });
  EXPECT_EQ(later.said("value(P2, \"bounty\")"), "3 unverified: observed 23");
}

TEST(Expressions, AStatCanBeObservedToBeAbsent) {
  ExpressionGame later;
  later.table.play([&](schema::Event::Builder event) {
    auto observed = event.initObserved();
    observed.setSubject(1);
    observed.setReading(later.table.game.name("Force"));
    observed.setAbsent(true);
  });
  EXPECT_EQ(later.said("stat(#1, \"Force\")"), "2 diverged: observed absent at 23");
}

TEST(Expressions, PartsOfADivergingObservationAreInDoubtUntilObserved) {
  ExpressionGame later;
  const auto see = [&](const char* expression, const char* value) {
    later.table.play([&](schema::Event::Builder event) {
      event.initObserved().setExpression(expression);
      event.getObserved().setValue(value);
    });
  };
  see("stat(#1, \"Force\") + 1 = 3", "true");  // 23: it is
  EXPECT_TRUE(later.table.state.doubted.empty());
  see("stat(#1, \"Force\") + value(P1, \"life\")", "30");  // 24: it is 22
  EXPECT_EQ(later.said("stat(#1, \"Force\")"), "2 unverified: part of what was observed differently at 24");
  EXPECT_EQ(later.said("value(P1, \"life\")"), "20 unverified: part of what was observed differently at 24");
  EXPECT_EQ(later.said("value(P2, \"life\")"), "15");
  EXPECT_EQ(later.said("stat(#2, \"Force\")"), "5");
  later.table.turn(2);  // 25
  EXPECT_EQ(later.said("stat(#1, \"Force\")"), "2 unverified: part of what was observed differently at 24");
  later.observe(1, "Force", 2);  // 26
  EXPECT_EQ(later.said("stat(#1, \"Force\")"), "2");
  EXPECT_EQ(later.said("value(P1, \"life\")"), "20 unverified: part of what was observed differently at 24");
  see("count(in field of P1, stat(it, \"Force\") > 2)", "9");  // 27: the error may be in the part that is left out
  EXPECT_EQ(later.said("stat(#1, \"Force\")"), "2 unverified: part of what was observed differently at 27");
  EXPECT_EQ(fingerprintOf(later.table.state), later.table.state.fingerprint);
  const auto frame = saveKeyframe(later.table.state, TestRules::get().rules());
  const State restored = loadKeyframe({frame.begin(), frame.size()}, TestRules::get().rules());
  EXPECT_EQ(restored.fingerprint, later.table.state.fingerprint);
  EXPECT_EQ(restored.doubted.size(), later.table.state.doubted.size());
  later.table.move(1, "hand", 1);  // 28: the stat of a card that left is another's
  EXPECT_EQ(later.said("stat(#1, \"Force\")"), "2");
}

TEST(Expressions, ATitleInQuotesMeansTheOnlySuchCardInPlay) {
  EXPECT_EQ(game().said("card(\"Old Captain\")"), "#2");
  EXPECT_EQ(game().said("stat(card(\"Old Captain\"), \"Force\")"), "5");
  EXPECT_EQ(game().said("card(\"Gate Guard\")"), "unknown: ambiguous title");
  EXPECT_EQ(game().said("card(\"Young Captain\")"), "unknown: no such title");
  EXPECT_EQ(game().said("card(\"\")"), "unknown: no such title");
}

TEST(Expressions, WhatNeedsTheRecordIsUnknownWithoutIt) {
  const Rules rules = ExpressionGame::rules();
  const expression::Point point{.state = game().table.state, .rules = rules};
  const auto ask = [&](std::string_view text) {
    return game().said(evaluate(expression::parse(text, game().scope()), point).value);
  };
  EXPECT_EQ(ask("legal(13)"), "unknown: no record");
  EXPECT_EQ(ask("before(13, turn())"), "unknown: no record");
  EXPECT_EQ(ask("turn()"), "1");
  EXPECT_EQ(ask("stat(#1, \"Chi\")"), "unknown: observed at 20 but may have changed at 21");
  EXPECT_EQ(ask("this = #1"), "unknown: no card #0");  // nothing is "this" at such a point
}

TEST(Expressions, AUseThatMayCountMakesACountUnknownWithinBounds) {
  ExpressionGame later;
  later.table.activate(1, 4, 0);  // one of its abilities, not said which
  const auto used = later.answer("used(#4, 1, \"soft\")").value;
  EXPECT_EQ(later.said(used), "unknown: use 23 uncertain");
  EXPECT_EQ(used.low(), 2);
  EXPECT_EQ(used.high(), 3);
  EXPECT_EQ(later.said("used(#4, 1, \"soft\") >= 1"), "true");
}

}  // namespace
}  // namespace docket::expression_values_test
