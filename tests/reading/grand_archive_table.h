// What is read of the real cards of Grand Archive: shares, and what is said of characteristics beside what somebody
// said of it by hand. Free of gtest.
#pragma once

#include <filesystem>
#include <string>

#include "tests/reading/label_scores.h"

namespace docket::reading {

struct GrandArchiveTable {
  std::string text;                 ///< the table
  std::size_t effects = 0;          ///< of abilities and traits, that the engine carries out
  Scores characteristics, changes;  ///< beside the two samples
};

/// Where the cards lie; tests skip where they are missing.
[[nodiscard]] std::filesystem::path grandArchiveCards();
[[nodiscard]] GrandArchiveTable grandArchiveTable();

}  // namespace docket::reading
