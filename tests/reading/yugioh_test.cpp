// How much of real Yu-Gi-Oh! cards is read, checked against floors. DOCKET_YUGIOH_DIFFERENCES=1 prints each unlisted
// card whose text and script disagree.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <range/v3/algorithm/contains.hpp>

#include "tests/reading/yugioh_table.h"

namespace docket::reading::yugioh_test {
namespace {

TEST(YugiohCards, MatchTheirScriptsAndLabels) {
  YugiohFiles files = yugiohFiles();
  if (!std::filesystem::exists(files.cards)) GTEST_SKIP() << "no printed cards in " << files.cards;
  if (const char* wordings = std::getenv("DOCKET_WORDINGS")) files.wordings = wordings;
  const YugiohFigures figures = yugiohFigures(files);
  std::cout << figures.tally.text() << tableOf(figures) << "read in " << figures.seconds << " s\n";
  if (std::getenv("DOCKET_YUGIOH_DIFFERENCES") != nullptr) {
    for (const Disagreement& one : figures.disagreements)
      std::cout << one.card << '\t' << one.kind << '\t' << one.side << '\n';
  }
  for (const auto* kind : {"hard use", "hard activate", "hard duel", "hard chain"}) {
    EXPECT_GE(figures.row(kind).precision(), 99) << kind;
    EXPECT_GE(figures.row(kind).recall(), 98) << kind;
    EXPECT_GE(figures.row(kind).sharing(), 98) << kind;
  }
  for (const auto* kind : {"soft turn", "soft chain", "soft while face-up"}) {
    EXPECT_GE(figures.row(kind).precision(), 98) << kind;
    EXPECT_GE(figures.row(kind).recall(), 96) << kind;
    EXPECT_GE(figures.row(kind).sharing(), 96) << kind;
  }
  EXPECT_TRUE(figures.invented.empty()) << figures.invented.front();
  for (const Disagreement& one : figures.outdated) {
    ADD_FAILURE() << "listed, and text and script agree: " << one.card << ' ' << one.kind << ' ' << one.side;
  }
}

}  // namespace
}  // namespace docket::reading::yugioh_test
