// How much of the real cards of Grand Archive is read: shares, and the words about characteristics compared with labels
// made by hand. Does not use gtest.
#pragma once

#include <filesystem>
#include <string>

#include "tests/reading/label_scores.h"

namespace docket::reading {

struct GrandArchiveTable {
  ReadingTally tally;
  std::string text;                 ///< the tables, in Markdown
  std::size_t effects = 0;          ///< of abilities and traits, that the engine carries out
  Scores characteristics, changes;  ///< next to the two samples
};

/// The folder of the cards; tests skip if it is missing.
[[nodiscard]] std::filesystem::path grandArchiveCards();
/// The table for those cards, or for the cards of another file.
[[nodiscard]] GrandArchiveTable grandArchiveTable(const std::filesystem::path& file = grandArchiveCards());

}  // namespace docket::reading
