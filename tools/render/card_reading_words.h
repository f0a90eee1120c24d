// Shows how a printed card was read: the text beside its reading, wording by wording.
#pragma once

#include <string>
#include <vector>

#include "engine/rules/wordings/card_reading.h"

namespace docket {

/// Words that were read, and what they were taken for.
struct WordsMeaning {
  std::string words, meaning, clause;
};
/// All of them in a section of a text, in their order.
[[nodiscard]] std::vector<WordsMeaning> toldOf(const wordings::CardReading& reading, std::size_t text,
                                               std::size_t section);
/// The part to which a section belongs: "ability 2", "the card".
[[nodiscard]] std::string partOf(const wordings::CardReading& reading, std::size_t text, std::size_t section);
/// The limits that were read, a line each.
[[nodiscard]] std::vector<std::string> limitLines(const wordings::CardReading& reading, const Ruleset& ruleset);
/// The matters that are unknown because of unread words: "stats, what it does"; "nothing".
[[nodiscard]] std::string unknownWords(const wordings::CardReading& reading);

/// For people at a terminal.
[[nodiscard]] std::string readingText(const wordings::CardReading& reading, schema::Card::Reader card,
                                      const Ruleset& ruleset, bool colour);
/// For programs: one object. Positions of words are in bytes of the text with its marks.
[[nodiscard]] std::string readingJson(const wordings::CardReading& reading, schema::Card::Reader card);

/// The share that was read, over many cards.
struct ReadingTally {
  std::size_t cards = 0, whole = 0, none = 0;  ///< `none`: not a word of them
  std::size_t words = 0, words_read = 0;

  void add(const wordings::CardReading& reading);
  [[nodiscard]] std::size_t inPart() const { return cards - whole - none; }
  /// One line, for people.
  [[nodiscard]] std::string text() const;
};

/// Unread words as they are counted: quoted titles and numbers are all the same.
[[nodiscard]] std::string unreadForm(const wordings::CardReading& reading, const wordings::Unread& unread);

}  // namespace docket
