// Keywords, types and titles: what is printed, granted, removed, and which of them decides.
#include "engine/query/cards/characteristics.h"

#include <gtest/gtest.h>

#include "tests/engine/expression_game.h"

namespace docket::characteristics_test {
namespace {

using ChangeKind = schema::Change::Kind;

/// "Samurai, Ninja @16, -Unique @19": what holds, by whom, and what was taken away.
std::string inWords(const TestTable& table, std::uint32_t card, Characteristic which) {
  const auto reading = readCharacteristics(table.state, TestRules::get().rules(), table.state.cardOf(card), which);
  std::string text = reading.known ? "" : "?";
  for (const CharacteristicLine& line : reading.lines) {
    if (!text.empty()) text += ", ";
    text += (line.holds() ? "" : "-") + std::string(line.name);
    if (line.granted != kNone) text += " @" + std::to_string(table.state.entries[line.granted].event);
    if (line.removed != kNone) text += " until " + std::to_string(table.state.entries[line.removed].event);
  }
  return text;
}

TEST(Characteristics, ArePrintedPlusGrantedMinusRemoved) {
  const ExpressionGame game;
  EXPECT_EQ(inWords(game.table, 1, Characteristic::keyword), "Samurai, Ninja @16");
  EXPECT_EQ(inWords(game.table, 2, Characteristic::keyword), "Samurai, -Unique until 19");
  EXPECT_EQ(inWords(game.table, 8, Characteristic::keyword), "?");
  EXPECT_EQ(inWords(game.table, 3, Characteristic::type), "Tool");
}

TEST(Characteristics, AKeywordGrantedTwiceIsRemovedByOneRemoval) {
  ExpressionGame game;
  game.table.change(1, ChangeKind::GRANT_KEYWORD, "Samurai", 0);  // 23
  game.table.change(1, ChangeKind::GRANT_KEYWORD, "Ninja", 0);    // 24
  EXPECT_EQ(inWords(game.table, 1, Characteristic::keyword), "Samurai, Ninja @16");
  game.table.change(1, ChangeKind::REMOVE_KEYWORD, "Ninja", 0);  // 25
  EXPECT_EQ(inWords(game.table, 1, Characteristic::keyword), "Samurai, -Ninja @16 until 25");
  game.table.change(1, ChangeKind::GRANT_KEYWORD, "Ninja", 0);  // 26
  EXPECT_EQ(inWords(game.table, 1, Characteristic::keyword), "Samurai, -Ninja @16 until 25, Ninja @26");
  EXPECT_TRUE(hasCharacteristic(game.table.state, TestRules::get().rules(), 0, Characteristic::keyword, "Ninja").has);
}

TEST(Characteristics, GrantedUntilTheEndOfTheTurnEndWithIt) {
  ExpressionGame game;
  game.table.turn(2);
  EXPECT_EQ(inWords(game.table, 1, Characteristic::keyword), "Samurai");
}

TEST(Characteristics, PartOfAKeywordIsNotTheKeyword) {
  ExpressionGame game;
  game.table.change(1, ChangeKind::GRANT_KEYWORD, "Dragon Clan", 0);
  EXPECT_FALSE(hasCharacteristic(game.table.state, TestRules::get().rules(), 0, Characteristic::keyword, "Dragon").has);
  EXPECT_TRUE(
      hasCharacteristic(game.table.state, TestRules::get().rules(), 0, Characteristic::keyword, "Dragon Clan").has);
}

TEST(Characteristics, ASetTypeReplacesAllAndLaterOnesAreAdded) {
  ExpressionGame game;
  game.table.change(1, ChangeKind::ADD_TYPE, "Tool", 0);  // 23
  EXPECT_EQ(inWords(game.table, 1, Characteristic::type), "Fighter, Tool @23");
  game.table.change(1, ChangeKind::SET_TYPE, "Statue", 0);  // 24
  EXPECT_EQ(inWords(game.table, 1, Characteristic::type), "-Fighter until 24, -Tool @23 until 24, Statue @24");
  game.table.change(1, ChangeKind::REMOVE_TYPE, "Statue", 0);  // 25
  EXPECT_FALSE(hasCharacteristic(game.table.state, TestRules::get().rules(), 0, Characteristic::type, "Statue").has);
}

TEST(Characteristics, SetSubtypesReplaceTheEarlierOnes) {
  ExpressionGame game;
  game.table.change(1, ChangeKind::ADD_SUBTYPE, "Guard", 0);  // 23
  game.table.change(1, ChangeKind::SET_SUBTYPE, "Relic", 0);  // 24
  game.table.change(1, ChangeKind::ADD_SUBTYPE, "Shard", 0);  // 25
  EXPECT_EQ(inWords(game.table, 1, Characteristic::subtype), "-Guard @23 until 24, Relic @24, Shard @25");
  game.table.change(1, ChangeKind::SET_SUBTYPE, "Relic", 0);  // 26
  EXPECT_EQ(inWords(game.table, 1, Characteristic::subtype),
            "-Guard @23 until 24, -Relic @24 until 26, -Shard @25 until 26, Relic @26");
}

TEST(Characteristics, OfAnUnknownCardAreKnownFromTheLedger) {
  ExpressionGame game;
  const CardIndex unknown = game.table.state.cardOf(8);
  EXPECT_FALSE(
      hasCharacteristic(game.table.state, TestRules::get().rules(), unknown, Characteristic::keyword, "Ninja").known);
  game.table.change(8, ChangeKind::GRANT_KEYWORD, "Ninja", 0);
  game.table.change(8, ChangeKind::REMOVE_KEYWORD, "Samurai", 0);
  const auto ninja =
      hasCharacteristic(game.table.state, TestRules::get().rules(), unknown, Characteristic::keyword, "Ninja");
  EXPECT_TRUE(ninja.known && ninja.has && !ninja.printed);
  const auto samurai =
      hasCharacteristic(game.table.state, TestRules::get().rules(), unknown, Characteristic::keyword, "Samurai");
  EXPECT_TRUE(samurai.known && !samurai.has);
  EXPECT_FALSE(
      hasCharacteristic(game.table.state, TestRules::get().rules(), unknown, Characteristic::keyword, "Monk").known);
  game.table.change(8, ChangeKind::SET_TYPE, "Statue", 0);
  EXPECT_TRUE(readCharacteristics(game.table.state, TestRules::get().rules(), unknown, Characteristic::type).known);
}

TEST(Characteristics, ATitleIsTheLatestGivenOrThePrintedOne) {
  ExpressionGame game;
  EXPECT_EQ(readTitle(game.table.state, game.rules().ruleset, 0).title, "Gate Guard");
  game.table.change(1, ChangeKind::SET_TITLE, "Old Captain", 0);
  EXPECT_EQ(readTitle(game.table.state, game.rules().ruleset, 0).title, "Old Captain");
  EXPECT_EQ(game.said("card(\"Old Captain\")"), "unknown: ambiguous title");
  EXPECT_FALSE(readTitle(game.table.state, game.rules().ruleset, game.table.state.cardOf(8)).known);
}

}  // namespace
}  // namespace docket::characteristics_test
