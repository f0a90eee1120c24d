// No answer is certain if an unread text could change it: the examples of docs/expressions.md are evaluated with an
// unknown card face-up in play, and again after everything that its text can do.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/query/cards/characteristics.h"
#include "engine/query/evaluation/families.h"
#include "engine/rules/expression/certain.h"
#include "tests/engine/expression_game.h"
#include "tests/engine/expression_page.h"

namespace docket::forgotten_doubt_test {
namespace {

using expression::Call;
using expression::Evaluation;
using expression::Function;
using expression::Value;
using Kind = schema::Change::Kind;
using Functions = Evaluation::Functions;

/// The game of the page, and card #8 face-up in play.
ExpressionGame besideUnknownCard() {
  ExpressionGame game;
  game.table.move(8, "field", 2, 1, schema::Face::UP);
  return game;
}

/// The same with #8 known, and with the changes to the other cards in play that the text of #8 could make.
ExpressionGame withWhatItCanDo() {
  ExpressionGame game;
  game.identify(8, "Gate Guard");
  game.table.move(8, "field", 2, 1, schema::Face::UP);
  for (const std::uint32_t card : {1U, 2U, 3U, 4U, 6U}) {
    TestTable& table = game.table;
    table.change(card, Kind::SET_BASE, "Force", 7);
    table.change(card, Kind::BONUS, "Chi", 3);
    table.change(card, Kind::GRANT_KEYWORD, "Monk", 0);
    table.change(card, Kind::REMOVE_KEYWORD, "Samurai", 0);
    table.change(card, Kind::REMOVE_KEYWORD, "Ninja", 0);
    table.change(card, Kind::SET_TYPE, card == 3 ? "Fighter" : "Tool", 0);
    table.change(card, Kind::ADD_SUBTYPE, "Tool", 0);
    table.change(card, Kind::ADD_SUPERTYPE, "Tool", 0);
    table.change(card, Kind::GRANT_TRAIT, "Tireless", 0);
    table.change(card, Kind::NEGATE_EFFECTS, "", 0);
    table.change(card, Kind::SET_TITLE, "Whim", 0);
    table.change(card, card == 2 ? Kind::PERMIT : Kind::FORBID, "swim", 0);
    table.change(card, Kind::FORBID, "carry", 0);
    table.control(card, 2);
  }
  return game;
}

/// The examples with a certain answer that becomes another one if the text does everything that it can. Whether
/// something is known is another question.
std::vector<std::string> wronglyCertain(Functions functions) {
  const ExpressionGame open = besideUnknownCard(), done = withWhatItCanDo();
  std::vector<std::string> wrong;
  for (const ExpressionPage::Example& example : readExpressionPage().examples) {
    if (example.expression.starts_with("known(")) continue;
    const auto ask = [&](const ExpressionGame& game) {
      return game.at(example.expression, [&](const expression::Expression& asked, const expression::Point& point) {
        return Evaluation(asked, point, expression::kMaxSteps, functions, Evaluation::Wanted::value).value();
      });
    };
    const Value value = ask(open);
    if (expression::isCertain(value) && open.said(value) != done.said(ask(done))) wrong.push_back(example.expression);
  }
  return wrong;
}

TEST(AnUnreadText, MakesNoAnswerCertainThatItCouldChange) {
  EXPECT_EQ(wronglyCertain(expression::callFunction), std::vector<std::string>{});
}

/// A function whose author forgot that a text can change what it reads.
Value forgetful(const Call& call) {
  const bool is_title = call.function() == Function::title && call.type() == expression::Type::text;
  if (!is_title) return expression::callFunction(call);
  Value card = call.argument(0);
  if (!card.isKnown()) return card;
  return Value::ofText(std::string(readTitle(call.state(), call.ruleset(), card.entity).title));
}

TEST(AFunctionThatIgnoresADoubt, IsFoundByItsExamples) {
  EXPECT_EQ(wronglyCertain(forgetful), (std::vector<std::string>{"title(#2)", "lastKnown(#1, title(#1))"}));
}

}  // namespace
}  // namespace docket::forgotten_doubt_test
