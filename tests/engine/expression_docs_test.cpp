// docs/expressions.md checked against the program: every example is evaluated, every function of the language has one,
// and the grammar names every word that the parser knows.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "engine/rules/expression/functions.h"
#include "tests/engine/expression_game.h"
#include "tests/engine/expression_page.h"
#include "tests/places.h"

namespace docket::expression_docs_test {
namespace {

TEST(ExpressionsPage, EachExampleGivesItsAnswer) {
  const ExpressionGame game;
  const ExpressionPage page = readExpressionPage();
  EXPECT_GT(page.examples.size(), 80U);
  for (const ExpressionPage::Example& example : page.examples) {
    EXPECT_EQ(game.said(example.expression), example.answer)
        << "docs/expressions.md:" << example.line << ": " << example.expression;
  }
}

TEST(ExpressionsPage, HasAnExampleOfEveryFunction) {
  const ExpressionPage page = readExpressionPage();
  const ExpressionGame game;
  std::vector<bool> shown(expression::signatures().size());
  for (const ExpressionPage::Example& example : page.examples) {
    const auto parsed = expression::parse(example.expression, game.scope());
    for (const expression::Node& node : parsed.nodes) {
      if (node.op != expression::Operator::call) continue;
      std::size_t arguments = 0;
      for (auto i = node.first_child; i != kNone; i = parsed.nodes[i].next) ++arguments;
      for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto& signature = expression::signatures()[i];
        if (signature.function == node.function && arguments >= signature.required) shown[i] = true;
      }
    }
  }
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto& signature = expression::signatures()[i];
    EXPECT_TRUE(shown[i]) << signature.name << " with " << int{signature.required} << " arguments";
  }
}

// A new function declares which unread text can change it (mattersOf): then no answer to it is certain while a card
// with an unknown text is face-up in play.
TEST(ExpressionsPage, DoubtsAnswersThatUnreadWordsCouldChange) {
  ExpressionGame game;
  game.table.move(8, "field", 2, 1, schema::Face::UP);  // an unknown card
  std::set<expression::Function> asked;
  for (const ExpressionPage::Example& example : readExpressionPage().examples) {
    const auto parsed = expression::parse(example.expression, game.scope());
    const expression::Value value = game.answer(example.expression).value;
    const bool in_doubt = value.isUnknown() || value.grade != expression::Grade::exact;
    const auto is_changed = [](const expression::Node& node) {
      return node.op == expression::Operator::call && expression::mattersOf(node.function).any();
    };
    if (is_changed(parsed.node(parsed.root))) {
      EXPECT_TRUE(in_doubt) << "docs/expressions.md:" << example.line << ": " << example.expression;
    }
    for (const expression::Node& node : parsed.nodes) {
      if (in_doubt && is_changed(node)) asked.insert(node.function);
    }
  }
  for (const expression::Signature& signature : expression::signatures()) {
    const bool changes = expression::mattersOf(signature.function).any();
    EXPECT_EQ(asked.contains(signature.function), changes) << signature.name;
  }
}

TEST(ExpressionsPage, NamesEveryWordOfTheGrammar) {
  const std::string grammar = readExpressionPage().grammar;
  for (const char* word :
       {"if",   "then", "else", "or",    "and", "not",  "rounded", "up",         "down",  "in",       "of", "place",
        "unit", "game", "true", "false", "it",  "this", "me",      "controller", "owner", "attached", "to", "face"}) {
    EXPECT_NE(grammar.find("\"" + std::string(word) + "\""), std::string::npos) << word;
  }
}

// ---- the explanation

using expression::Line;

/// The lines below one, as text: kind, what it says, event and clause.
std::string inWords(const expression::Answer& answer, std::uint32_t line, const ExpressionGame& game) {
  constexpr std::array kKinds = {"",         "candidate",  "printed",     "change",  "sum",
                                 "floor",    "bounds",     "observation", "finding", "use",
                                 "doubtful", "given back", "saying"};
  std::string text;
  for (const std::uint32_t below : answer.lines[line].below) {
    const Line& one = answer.lines[below];
    if (!text.empty()) text += "; ";
    text += kKinds[static_cast<std::size_t>(one.kind)];
    const bool of_use = one.kind == Line::Kind::use || one.kind == Line::Kind::given_back;
    if (!of_use) text += (one.kind == Line::Kind::node ? "" : " ") + game.said(one.value);
    if (one.event != 0) text += " @" + std::to_string(one.event);
    if (!one.clause.empty()) text += " [" + one.clause + "]";
    if (const std::string under = inWords(answer, below, game); !under.empty()) text += " (" + under + ")";
  }
  return text;
}

std::string inWords(const ExpressionGame& game, std::string_view text) {
  const auto answer = game.answer(text);
  EXPECT_EQ(answer.value, answer.lines[answer.root].value);
  return inWords(answer, answer.root, game);
}

TEST(Explanation, OfAStatShowsThePrintedValueAndEachChange) {
  const ExpressionGame game;
  EXPECT_EQ(inWords(game, "stat(#2, \"Force\")"), "#2; printed 4; change 1 @11; sum 5");
  EXPECT_EQ(inWords(game, "after(20, stat(#1, \"Chi\"))"),
            "20; 2 diverged: observed 7 at 20 (#1; printed 2; observation 7 @20)");
}

TEST(Explanation, OfALegalityShowsTheFindingItsClauseAndItsEvents) {
  const ExpressionGame game;
  EXPECT_EQ(inWords(game, "legal(13)"), "13; finding \"lab.soft\" @13 [lab.soft] (use @12)");
}

TEST(Explanation, OfACountShowsTheUsesThatCountAndThoseGivenBack) {
  ExpressionGame game;
  EXPECT_EQ(inWords(game, "used(#4, 1, \"soft\")"), "#4; 1; use @13; use @12");
  game.table.move(4, "hand", 1);  // 23
  EXPECT_EQ(inWords(game, "used(#4, 1, \"soft\")"), "#4; 1; given back @13 [lab.leaves]; given back @12 [lab.leaves]");
}

TEST(Explanation, OfAPermissionListsEachSayingWithItsSource) {
  const ExpressionGame game;
  EXPECT_EQ(inWords(game, "may(#1, \"swim\")"), "#1; saying \"cannot\" [lab.swim]; saying \"may\"");
}

TEST(Explanation, OfACountListsExactlyTheCountedCards) {
  const ExpressionGame game;
  EXPECT_EQ(inWords(game, "count(in field, keyword \"Unique\" or keyword \"Ninja\")"),
            "candidate #1 (true (false (#1); true (#1; change \"Ninja\" @16)))");
  const auto answer = game.answer("count(in field, keyword \"Ninja\")");
  for (const Line& line : answer.lines) {
    for (const std::uint32_t below : line.below) EXPECT_LT(below, answer.lines.size());
  }
}

TEST(Explanation, OmitsWhatDidNotMatter) {
  const ExpressionGame game;
  EXPECT_EQ(inWords(game, "1 = 2 and legal(13)"), "false (1; 2)");
  EXPECT_EQ(inWords(game, "if 1 = 2 then 3 else 4"), "false (1; 2); 4");
}

TEST(Explanation, NamesThePartOfTheTextThatEachValueBelongsTo) {
  const ExpressionGame game;
  const auto parsed = expression::parse(" stat( #2 , \"Force\" ) + ( 1 - 2 ) ", game.scope());
  std::vector<std::string_view> parts;
  for (expression::NodeIndex i = 0; i < parsed.nodes.size(); ++i) parts.push_back(parsed.sourceOf(i));
  EXPECT_EQ(parts, (std::vector<std::string_view>{"#2", "\"Force\"", "stat( #2 , \"Force\" )", "1", "2", "1 - 2",
                                                  "stat( #2 , \"Force\" ) + ( 1 - 2"}));
}

}  // namespace
}  // namespace docket::expression_docs_test
