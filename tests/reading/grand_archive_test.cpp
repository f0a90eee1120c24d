// The share of real Grand Archive cards that is read does not fall.
#include "tests/reading/grand_archive_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace docket::reading::grand_archive_test {
namespace {

TEST(GrandArchiveCards, AreReadAsFarAsBefore) {
  if (!std::filesystem::exists(grandArchiveCards()))
    GTEST_SKIP() << "NOT TESTED: there are no cards at " << grandArchiveCards();
  const GrandArchiveTable table = grandArchiveTable();
  fmt::print("{}{}", table.tally.text(), table.text);
  EXPECT_EQ(table.characteristics.elsewhere + table.changes.elsewhere, 0U) << "each label is of a card that is there";
  EXPECT_GE(table.characteristics.precision(), 950U);
  EXPECT_GE(table.characteristics.recall(), 900U);
  EXPECT_GE(table.changes.precision(), 950U);
  EXPECT_GE(table.changes.recall(), 900U);
}

}  // namespace
}  // namespace docket::reading::grand_archive_test
