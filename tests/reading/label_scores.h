// Cards of a file read by the wordings of their game, and labels that people gave to their words by hand: a label and
// a reading are of the same words where they overlap and say the same family. Free of gtest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ruleset.h"
#include "engine/rules/wordings/card_reading.h"
#include "events/document.h"
#include "schemas/card.capnp.h"
#include "tools/game/wordings.h"
#include "tools/render/card_reading_words.h"

namespace docket::reading {

/// The cards of a file, read.
struct CardsRead {
  struct One {
    wordings::PrintedCard card;
    wordings::CardReading reading;
    std::string raw;  ///< its text as the file has it, with tags
  };
  HeldWordings wordings;
  std::vector<One> cards;
  ReadingTally tally;
  Document<schema::Catalogue> catalogue;

  /// The scores of that key; null if there are none.
  [[nodiscard]] const One* find(std::string_view key) const;
};

/// Reads a file of printed cards with the shipped ruleset and wordings of that name. `field`: where its lines hold the
/// text, `key` what names a card.
[[nodiscard]] CardsRead readCardsOf(const std::filesystem::path& file, const std::string& ruleset, std::string_view key,
                                    std::string_view field);

/// The family of a wording: its name as far as a colon that a blank follows.
[[nodiscard]] std::string familyOf(std::string_view wording);
/// The part of the words that a wording captures under a name; empty if it does not.
[[nodiscard]] std::string captured(const wordings::WordsRead& words, std::string_view name);

/// Printed words in lower case on one line, as labels are written.
[[nodiscard]] std::string inSmallLetters(std::string_view printed);

/// A place in a text, in letters and digits from its beginning: the same with marks, with tags and without.
struct Place {
  std::size_t begin = 0, end = 0;
  [[nodiscard]] bool meets(const Place& other) const { return begin < other.end && other.begin < end; }
};
[[nodiscard]] Place placeIn(std::string_view raw, std::size_t begin, std::size_t end);
[[nodiscard]] Place placeOf(const CardsRead::One& card, const wordings::WordsRead& words);

/// A line of a file of labels, or the corresponding line of a reading.
struct LabelledWords {
  std::string key, family;
  Place place;
  std::map<std::string, std::string> says;  ///< its other columns by their headings
};
struct Labels {
  std::vector<LabelledWords> words;  ///< those of the family "none" too
  std::size_t elsewhere = 0;         ///< labels of cards that are not among those that were read
};
/// The labels of a file.
[[nodiscard]] Labels labelsOf(const std::filesystem::path& file, const CardsRead& cards);

/// Labels compared with readings, by family.
struct FamilyScore {
  std::size_t labels = 0, readings = 0, both = 0;
  std::map<std::string, std::size_t> same;  ///< how many of both agree in a column
};
struct Scores {
  std::map<std::string, FamilyScore> families;
  std::vector<std::string> differences;  ///< codes and places, no words
  std::size_t elsewhere = 0;             ///< labels that are not compared: their cards are not in the file

  /// As a table in Markdown.
  [[nodiscard]] std::string text(const std::vector<std::string>& columns) const;
  /// Over all families, per mille: the correct readings among the readings, the labels found among the labels.
  [[nodiscard]] std::size_t precision() const;
  [[nodiscard]] std::size_t recall() const;
};
[[nodiscard]] Scores scored(const Labels& labels, const std::vector<LabelledWords>& readings,
                            const std::vector<std::string>& columns);

/// "45.6 %"; "-" of nothing.
[[nodiscard]] std::string percent(std::size_t part, std::size_t all, int digits = 1);

}  // namespace docket::reading
