// How much of the real cards of Marvel Champions is read: shares, limits of decks, and each word of a maximum or a
// limit compared with its label made by hand. Does not use gtest.
#pragma once

#include <filesystem>
#include <string>

#include "tests/reading/label_scores.h"

namespace docket::reading {

struct MarvelTable {
  ReadingTally tally;
  std::string text;                              ///< the tables, in Markdown
  std::size_t deck_printed = 0, deck_equal = 0;  ///< cards that print "Max N per deck", and those whose file says N
  std::size_t limiting = 0;                      ///< words "max", "maximum" and "limit"
  std::size_t in_family = 0, unread = 0, otherwise = 0;
  Scores scores;
};

/// The folder of the cards; tests skip if it is missing.
[[nodiscard]] std::filesystem::path marvelCards();
/// The table for those cards, or for the cards of another file.
[[nodiscard]] MarvelTable marvelTable(const std::filesystem::path& file = marvelCards());

}  // namespace docket::reading
