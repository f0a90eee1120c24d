// Malformed expressions: each mistake is reported with its place and a suggestion. And hostile texts: an error or a
// value, always.
#include <gtest/gtest.h>

#include <string>

#include "events/errors.h"
#include "tests/engine/expression_game.h"
#include "tests/engine/generated.h"

namespace docket::expression_errors_test {
namespace {

const ExpressionGame& game() {
  static const ExpressionGame kOne;
  return kOne;
}

/// The message with which a text is refused, or "accepted".
std::string refusal(std::string_view text, const expression::Source& source = {}) {
  try {
    expression::parse(text, game().scope(), source);
    return "accepted";
  } catch (const BadInput& error) {
    return error.what();
  }
}

struct Case {
  const char* expression;
  const char* message;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.expression; }

class Refused : public testing::TestWithParam<Case> {};
TEST_P(Refused, AtTheRightPlaceWithTheReason) {
  const std::string message = refusal(GetParam().expression);
  EXPECT_EQ(message.substr(0, std::string_view(GetParam().message).size()), GetParam().message) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, Refused,
    testing::Values(
        Case{"", "expression:1:1: expected a value"},                                                                //
        Case{"1 +", "expression:1:4: expected a value"},                                                             //
        Case{"1 + * 2", "expression:1:5: expected a value"},                                                         //
        Case{"1 2", "expression:1:3: expected an operator or the end"},                                              //
        Case{"1 < 2 < 3", "expression:1:7: expected an operator or the end"},                                        //
        Case{"(1", "expression:1:3: expected an operator or \")\""},                                                 //
        Case{"1)", "expression:1:2: expected an operator or the end"},                                               //
        Case{"1 =\n  (2 +\n )", "expression:3:2: expected a value"},                                                 //
        Case{"\"Fire", "expression:1:6: expected a closing quotation mark"},                                         //
        Case{"\"Fire\nKirin\"", "expression:1:6: expected a closing quotation mark"},                                //
        Case{"\"a\\n\"", "expression:1:4: after \\ expected"},                                                       //
        Case{"#", "expression:1:2: expected the number of a card"},                                                  //
        Case{"#12x", "expression:1:4: expected the number of a card"},                                               //
        Case{"#268435456", "expression:1:1: the largest number allowed here is 268435455"},                          //
        Case{"9223372036854775808", "expression:1:1: the largest number allowed here is 9223372036854775807"},       //
        Case{"P256 = me", "expression:1:1: the largest number allowed here is 255"},                                 //
        Case{"if true then 1", "expression:1:15: expected an operator or \"else\""},                                 //
        Case{"if true", "expression:1:8: expected an operator or \"then\""},                                         //
        Case{"if 1 then 2 else 3", "expression:1:4: expected true or false; this is a number"},                      //
        Case{"if true then 2 else \"x\"", "expression:1:21: expected a number, as after \"then\"; this is a text"},  //
        Case{"4 / 2 rounded", "expression:1:14: expected \"up\" or \"down\""},                                       //
        Case{"face left", "expression:1:6: expected \"up\" or \"down\""},                                            //
        Case{"stat(#1, \"Farce\")", "expression:1:10: the ruleset has no stat \"Farce\""},                           //
        Case{"stta(#1, \"Force\")", "expression:1:1: unknown function \"stta\""},                                    //
        Case{"ture", "expression:1:1: unknown word \"ture\""},                                                       //
        Case{"stat(#1)",
             "expression:1:1: stat does not take 1 argument: it is stat(card, player or other entity, \"stat\")"},
        Case{"legal 5", "expression:1:1: \"legal\" is a function: legal(event)"},
        Case{"stat(P1, 3)", "expression:1:10: expected a text; this is a number"},            //
        Case{"stat(1, \"Force\")", "expression:1:6: expected an entity; this is a number"},   //
        Case{"base(#1, title(#1))", "expression:1:10: expected the stat in quotes"},          //
        Case{"title(P1)", "expression:1:7: expected a card; this is a player"},               //
        Case{"value(P1, \"lief\")", "expression:1:11: the ruleset has no value \"lief\""},    //
        Case{"used(#1, 1, \"soff\")", "expression:1:13: the ruleset has no limit \"soff\""},  //
        Case{"obligation(3, \"draw after a tool\")",
             "expression:1:15: the ruleset has no line of what must follow \"draw after a tool\""},
        Case{"during(\"trun\")", "expression:1:8: the ruleset has no period \"trun\""},                      //
        Case{"broke(3, \"lab.sofd\")", "expression:1:10: the ruleset has no clause \"lab.sofd\""},           //
        Case{"count(in fild)", "expression:1:7: the ruleset has no zone \"fild\""},                          //
        Case{"count(1)", "expression:1:7: expected \"in\" and a zone"},                                      //
        Case{"count(in)", "expression:1:9: expected a zone"},                                                //
        Case{"count(in play, 1)", "expression:1:16: expected true or false; this is a number"},              //
        Case{"count(in play keyword \"X\")", "expression:1:15: expected an operator, \",\" or \")\""},       //
        Case{"count(in play of #1)", "expression:1:18: expected a player; this is a card"},                  //
        Case{"title(in play)", "expression:1:7: cards in a zone are allowed only in count,"},                //
        Case{"keyword \"Samurai\"", "expression:1:1: this is about no card"},                                //
        Case{"it = #1", "expression:1:1: this is about no card"},                                            //
        Case{"1 + true", "expression:1:5: expected a number; this is true or false"},                        //
        Case{"1 and true", "expression:1:1: expected true or false; this is a number"},                      //
        Case{"1 = \"x\"", "expression:1:1: a number is never a text"},                                       //
        Case{"#1 = P1", "expression:1:1: a card is never a player"},                                         //
        Case{"P1 < P2", "expression:1:1: expected a number; this is a player"},                              //
        Case{"cards(in play) = cards(in play)", "expression:1:1: sets of cards are counted, not compared"},  //
        Case{"legal(true)", "expression:1:7: expected a number; this is true or false"},                     //
        Case{"\xC3\xA9 + 1", "expression:1:1: expected a value"},                                            //
        Case{"\"\xC3\xA9\xC3\xA9\" + 1", "expression:1:1: expected a number; this is a text"},               //
        Case{"title(#1) = \"\xC3\xA9\xC3\xA9\" ?", "expression:1:18: expected an operator or the end"}));

TEST(Mistakes, SuggestTheNearestKnownName) {
  for (const auto& [text, meant] : {std::pair{"stat(#1, \"Farce\")", "\"Force\""},
                                    {"stta(#1, \"Force\")", "\"stat\""},
                                    {"tru", "\"true\""},
                                    {"count(in fild)", "\"field\""},
                                    {"value(P1, \"lief\")", "\"life\""},
                                    {"obligation(3, \"draw after a tool\")", "\"draw after a toll\""},
                                    {"used(#1, 1, \"soff\")", "\"soft\""}}) {
    EXPECT_NE(refusal(text).find(std::string("did you mean ") + meant), std::string::npos) << refusal(text);
  }
}

TEST(Mistakes, AreLocatedInTheFileOfTheExpression) {
  EXPECT_TRUE(refusal("1 +", {.file = "rulings.json", .line = 7, .column = 20}).starts_with("rulings.json:7:23: "));
  EXPECT_TRUE(refusal("1 +\n", {.file = "rulings.json", .line = 7, .column = 20}).starts_with("rulings.json:8:1: "));
}

TEST(Mistakes, ThisAndMeAreAllowedOnlyInCardTexts) {
  expression::Scope scope = game().scope();
  EXPECT_NO_THROW(expression::parse("controller(this) = me", scope));
  scope.has_self = false;
  EXPECT_THROW(expression::parse("this = #1", scope), BadInput);
  EXPECT_THROW(expression::parse("me = P1", scope), BadInput);
}

TEST(Mistakes, AConditionMustBeTrueOrFalse) {
  EXPECT_NO_THROW(expression::parseCondition("1 = 2", game().scope()));
  EXPECT_THROW(expression::parseCondition("1 + 2", game().scope()), BadInput);
}

TEST(Mistakes, AnUndeclaredValueIsKnownIfTheGameUsesIt) {
  ExpressionGame other;
  EXPECT_THROW(expression::parse("value(P1, \"heat\")", other.scope()), BadInput);
  other.table.play([&](schema::Event::Builder event) {
    auto changed = event.initValueChanged();
    changed.setSubject(entityOf(EntityKind::player, 1));
    changed.setValue(other.table.game.name("heat"));
    changed.setHow(schema::How::SET);
    changed.setAmount(3);
  });
  EXPECT_EQ(other.said("value(P1, \"heat\")"), "3");
  EXPECT_EQ(other.said("before(5, value(P1, \"heat\"))"), "unknown: no starting value of P1");
}

// ---- hostile texts

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(HostileText, OfAMegabyteIsRefusedIfNestedTooDeeply) {
  EXPECT_EQ(refusal(std::string(1U << 20U, '(')), "expression:1:65: nested more than 64 deep");
  EXPECT_EQ(refusal(std::string(1U << 20U, '-')), "expression:1:65: nested more than 64 deep");
  for (const std::string_view one : {"not ", "if ", "min(", "controller ", "attached to ", "count(in play of ", "((",
                                     "if true then ", "any(in play, ", "has(#1, "}) {
    EXPECT_NE(refusal(repeated(one, 100'000)).find("nested more than 64 deep"), std::string::npos) << one;
  }
}

TEST(HostileText, WithTooManyPartsOrNestedTooDeeplyIsRefused) {
  for (const std::string_view one : {"1 + ", "1 - ", "1 / -", "2 * -"}) {
    EXPECT_NE(refusal(repeated(one, 100'000)).find("nested more than 256 deep"), std::string::npos) << one;
  }
  EXPECT_NE(refusal("true" + repeated(" and true", 100'000)).find("more than 10000 parts"), std::string::npos);
  EXPECT_NE(refusal("count(in play" + repeated(", true", 100'000)).find("more than 10000 parts"), std::string::npos);
  EXPECT_EQ(refusal("true" + repeated(" and true", 5'000)), "accepted");
  EXPECT_EQ(refusal("1" + repeated(" + 1", 200)), "accepted");
  EXPECT_EQ(refusal(std::string(60, '(') + "1" + std::string(60, ')')), "accepted");
}

TEST(HostileText, ThatIsLongButFlatIsReadInLinearTime) {
  EXPECT_EQ(refusal("1 " + std::string(1U << 20U, ' ')), "accepted");
  EXPECT_EQ(refusal("title(#1) = \"" + std::string(1U << 20U, 'x') + "\""), "accepted");
  EXPECT_NE(refusal(std::string(1U << 20U, '1')), "accepted");
  EXPECT_NE(refusal(std::string(1U << 20U, 'x')), "accepted");
}

TEST(HostileText, ThatIsTooExpensiveStopsAtTheBudget) {
  const auto small = game().answer("count(in play) + count(in play)", 5).value;
  EXPECT_EQ(game().said(small), "unknown: out of steps");
  std::string nested = "true";
  for (int i = 0; i < 30; ++i) {
    nested.insert(0, "any(in anywhere, ").append(", false = false and 1 = 2 + 1)");
  }
  const auto answer = game().answer("count(in anywhere, " + nested + ")");
  EXPECT_LE(answer.steps, expression::kMaxSteps);
  EXPECT_LE(answer.lines.size(), expression::kMaxSteps);
  const auto many = game().answer("count(in anywhere, before(22, before(22, count(in anywhere, legal(13)) > 0)))");
  EXPECT_LE(many.steps, expression::kMaxSteps);
}

TEST(HostileText, OfRandomBytesIsRefusedOrAnswered) {
  Dice dice(7);
  int refused = 0;
  for (int round = 0; round < 10'000; ++round) {
    std::string text(dice.below(24), ' ');
    for (char& c : text) c = static_cast<char>(dice.below(256));
    const std::string why = refusal(text);
    if (why != "accepted") {
      ++refused;
      EXPECT_TRUE(why.find(':') != std::string::npos) << why;  // it says where
    } else {
      EXPECT_FALSE(game().said(text).empty());
    }
  }
  EXPECT_GT(refused, 9'000);
}

/// Words of the language, and some that mean something in the game.
constexpr std::string_view kWords =
    R"(1|2|-|+|*|/|(|)|,|=|!=|<|>=|and|or|not|if|then|else|#1|#8|P1|P2|it|this|me|game|true|in|play|of|count(|any(|
sum(|has(|stat(|base(|value(|card(|face|up|down|rounded|place 3|unit 1|legal(|clause(|before(|after(|used(|
max(|min(|title(|zone|turn()|phase()|winner()|known(|absent(|"Force"|"soft"|"Gate Guard"|keyword "Samurai"|
controller|attached to|"life"|13|9223372036854775807)";

std::vector<std::string> splitAtBars(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == '|') {
      words.emplace_back();
    } else if (c != '\n') {
      words.back() += c;
    }
  }
  return words;
}

TEST(HostileText, OfRandomWordsIsRefusedOrAnswered) {
  const std::vector<std::string> words = splitAtBars(kWords);
  Dice dice(11);
  int answered = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::uint32_t i = dice.below(9); i-- > 0;) text += words[dice.below(words.size())] + " ";
    if (refusal(text) != "accepted") continue;
    EXPECT_FALSE(game().said(text).empty()) << text;
    ++answered;
  }
  EXPECT_GT(answered, 200);
}

}  // namespace
}  // namespace docket::expression_errors_test
