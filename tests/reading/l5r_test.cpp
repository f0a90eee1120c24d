// What is read of the printed cards of Legend of the Five Rings: the table, and floors below which it must not fall.
// DOCKET_WORDINGS=FILE reads by the wordings of a file; DOCKET_DIFFERENCES=1 tells where labels and reading differ.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "tests/reading/l5r_table.h"

namespace docket::reading {
namespace {

TEST(LegendOfTheFiveRings, PrintedCardsAreReadAsFarAsTheyWere) {
  if (!std::filesystem::exists(legendCards())) {
    GTEST_SKIP() << "NOT TESTED: there is no " << legendCards().string();
  }
  const char* const file = std::getenv("DOCKET_WORDINGS");
  const LegendTable table = legendTable(file == nullptr ? std::string{} : file);
  std::cout << table.text();
  if (std::getenv("DOCKET_DIFFERENCES") != nullptr) {
    for (const auto& difference : table.differences) std::cout << difference << '\n';
  }
  EXPECT_EQ(table.printings, 1786U);
  EXPECT_EQ(table.split, table.printings);
  EXPECT_EQ(table.does_not_compile, "");
}

}  // namespace
}  // namespace docket::reading
