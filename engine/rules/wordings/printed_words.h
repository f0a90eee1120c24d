// The words of a printed text: what is between blanks and marks, as patterns see them.
// Invariant: whatever bytes a text has, its words are parts of it, in its order, and none is within another.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/text_marks.h"

namespace docket::wordings {

using WordNumber = std::uint32_t;
inline constexpr WordNumber kOtherWord = 0;  ///< a word that no pattern has

/// The words that patterns have, by number. Capitals and small letters are the same.
class Vocabulary {
 public:
  /// The number of a word; a new word gets one. `word`: in small letters.
  WordNumber add(std::string_view word);
  /// kOtherWord if no pattern has it.
  [[nodiscard]] WordNumber find(std::string_view word) const;
  [[nodiscard]] std::size_t size() const { return numbers_.size(); }

 private:
  std::map<std::string, WordNumber, std::less<>> numbers_;
};

struct PrintedWord {
  enum class Kind : std::uint8_t {
    word,
    number,
    quoted,  ///< quotation marks and what is between them
    own,     ///< the card's own title, with its quotation marks if it has them
    mark,    ///< a comma, a stop, a colon, a bullet, ...
  };
  Kind kind = Kind::word;
  bool bold = false, italic = false;
  bool capital = false;      ///< it begins with a capital letter
  bool begins_line = false;  ///< nothing but blanks precedes it in its line
  bool after_blank = false;  ///< a blank precedes it
  bool reminds = false;      ///< it is in reminder text: italics in parentheses
  bool of_title = false;     ///< a word of the card's own title, as texts say part of it for the card; "'s" left aside
  WordNumber is = kOtherWord;  ///< of a word, a mark, or the digits of a number
  std::int32_t number = 0;     ///< of a number
  TextRange range;             ///< in the text without marks
};

/// A text, without its marks, and its words.
struct PrintedText {
  MarkedText text;
  std::vector<PrintedWord> words;

  /// A word as it is printed.
  [[nodiscard]] std::string_view of(const PrintedWord& word) const {
    return std::string_view(text.text).substr(word.range.begin, word.range.end - word.range.begin);
  }
  /// The words [begin, end) with what is between them.
  [[nodiscard]] std::string_view between(std::size_t begin, std::size_t end) const;
  /// The place of those words in the text with its marks, in bytes.
  [[nodiscard]] TextRange rangeOf(std::size_t begin, std::size_t end) const;
};

/// Takes a text with light marks (text_marks.h) apart. `own_title`: of the card that it is printed on.
[[nodiscard]] PrintedText readWords(std::string_view text, std::string_view own_title, const Vocabulary& vocabulary);

/// A text of a public source, whose marks are tags, with light marks in place of them: <b>, <i>, <br>, [[a trait]].
[[nodiscard]] std::string withLightMarks(std::string_view text);
/// For each byte of such a text, and for its end, its place in the text with tags.
[[nodiscard]] std::vector<std::size_t> originsOfLightMarks(std::string_view text);

/// A word in small letters, with the straight apostrophe.
[[nodiscard]] std::string asWord(std::string_view printed);

}  // namespace docket::wordings
