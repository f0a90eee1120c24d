// How much of the printed cards of Legend of the Five Rings is read: the table, and floors below which it must not
// fall. DOCKET_WORDINGS=FILE reads by the wordings of a file; DOCKET_DIFFERENCES=1 prints where labels and reading
// differ.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "tests/reading/l5r_table.h"

namespace docket::reading::l5r_test {
namespace {

TEST(LegendOfTheFiveRings, PrintedCardsAreReadAsFarAsBefore) {
  if (!std::filesystem::exists(legendCards())) {
    GTEST_SKIP() << "NOT TESTED: there is no " << legendCards().string();
  }
  const char* const file = std::getenv("DOCKET_WORDINGS");
  const LegendTable table = legendTable(file == nullptr ? std::string{} : file);
  std::cout << table.tally.text() << table.text() << table.unreadText();
  if (std::getenv("DOCKET_DIFFERENCES") != nullptr) {
    for (const auto& difference : table.differences) std::cout << difference << '\n';
  }
  EXPECT_EQ(table.tally.cards, 1786U);
  EXPECT_EQ(table.split, table.tally.cards);
  EXPECT_EQ(table.does_not_compile, "");
  EXPECT_GE(table.tally.whole, 270U);
  EXPECT_GE(table.tally.words_read * 100 / table.tally.words, 39U);
  EXPECT_GE(table.traits_executable, 260U);
  EXPECT_GE(table.abilities_executable, 155U);
  // Parts that the ruleset itself divides, and the families that have a form of their own.
  for (const char* const part : {"ability", "constraints", "cost", "effects", "embedded", "reminder", "bonus"}) {
    EXPECT_GE(table.parts.at(part).precision(), 0.98) << part;
    EXPECT_GE(table.parts.at(part).recall(), 0.96) << part;
  }
  EXPECT_GE(table.parts.at("trait").recall(), 0.8);
  EXPECT_GE(table.parts.at("keyword").precision(), 0.95);
  EXPECT_GE(table.parts.at("keyword").recall(), 0.85);
  EXPECT_EQ(table.parts.at("ability").said_rightly, table.parts.at("ability").said);
  for (const char* const part : {"limit", "minmax"}) {
    EXPECT_GE(table.limit_parts.at(part).precision(), 0.98) << part;
    EXPECT_GE(table.limit_parts.at(part).recall(), 0.98) << part;
  }
}

}  // namespace
}  // namespace docket::reading::l5r_test
