// How much of the printed cards of Legend of the Five Rings is read, and how rightly: over the Celestial printings of
// the shared data, and against the labels in tests/reading/labels. Nothing here needs a test program.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/render/card_reading_words.h"

namespace docket::reading {

/// Stretches of text of one kind: labelled by hand, read, and both.
struct Stretches {
  std::size_t labelled = 0, read = 0, both = 0;
  std::size_t said = 0, said_rightly = 0;  ///< of those in both: how many have content to compare, and how many agree

  [[nodiscard]] double precision() const;
  [[nodiscard]] double recall() const;
};

struct LegendTable {
  ReadingTally tally;
  std::size_t without_text = 0;
  std::size_t split = 0;  ///< printings that are divided without a lost byte
  std::size_t traits = 0, traits_executable = 0;
  std::size_t abilities = 0, abilities_executable = 0;
  std::string does_not_compile;                  ///< why the catalogue is refused; empty: it is not
  std::map<std::string, Stretches> parts;        ///< by kind, against l5r.tsv
  std::map<std::string, Stretches> limit_parts;  ///< against l5r-limits.tsv
  std::vector<std::string> differences;          ///< between labels and reading: places and kinds, no card text
  std::vector<std::pair<std::string, std::size_t>> unread;  ///< unread sentence forms, the most frequent first

  /// The tables, in Markdown. Unread words are sentences of cards where they are many: those are only counted.
  [[nodiscard]] std::string text() const;
  /// The unread words themselves, as a help for writing wordings.
  [[nodiscard]] std::string unreadText() const;
};

/// The file of printings in the shared data.
[[nodiscard]] std::filesystem::path legendCards();
/// Reads them, or the Celestial printings of another file, by the wordings that ship, or by those of a file. Throws if
/// something is missing.
[[nodiscard]] LegendTable legendTable(const std::string& wordings_file = {},
                                      const std::filesystem::path& cards = legendCards());

}  // namespace docket::reading
