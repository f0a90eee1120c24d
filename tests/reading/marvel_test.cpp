// The share of real Marvel Champions cards that is read does not fall.
#include "tests/reading/marvel_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace docket::reading::marvel_test {
namespace {

TEST(MarvelCards, AreReadAsFarAsBefore) {
  if (!std::filesystem::exists(marvelCards())) GTEST_SKIP() << "NOT TESTED: there are no cards at " << marvelCards();
  const MarvelTable table = marvelTable();
  fmt::print("{}{}", table.tally.text(), table.text);
  EXPECT_EQ(table.deck_equal, table.deck_printed);
  EXPECT_EQ(table.otherwise, 0U) << "each word of a limit belongs to a family or is unread";
  EXPECT_EQ(table.scores.elsewhere, 0U) << "each label is of a card that is there";
  EXPECT_GE(table.scores.precision(), 990U);
  EXPECT_GE(table.scores.recall(), 980U);
}

}  // namespace
}  // namespace docket::reading::marvel_test
