// The words of a printed text, separated by blanks and marks, as patterns see them.
// Invariant: for any bytes, the words are parts of the text, in its order, and do not overlap.
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

/// The words of the patterns, numbered; upper and lower case are the same.
class Vocabulary {
 public:
  /// The number of a word; a new word gets one. `word`: in lower case.
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
    quoted,  ///< words with the quotation marks around them
    own,     ///< the card's own title, with its quotation marks if it has them
    mark,    ///< a comma, a stop, a colon, a bullet, ...
  };
  Kind kind = Kind::word;
  bool bold = false, italic = false;
  bool capital = false;        ///< it begins with a capital letter
  bool begins_line = false;    ///< nothing but blanks precedes it in its line
  bool after_blank = false;    ///< a blank precedes it
  bool reminds = false;        ///< it is in reminder text: italics in parentheses
  bool of_title = false;       ///< a word of the card's own title, by which texts may refer to the card; without "'s"
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
  /// The text from word `begin` to the end of word `end` - 1.
  [[nodiscard]] std::string_view between(std::size_t begin, std::size_t end) const;
  /// The place of those words in the text with its marks, in bytes.
  [[nodiscard]] TextRange rangeOf(std::size_t begin, std::size_t end) const;
};

/// Splits a text with light marks (text_marks.h) into words. `own_title`: of the card that it is printed on.
[[nodiscard]] PrintedText readWords(std::string_view text, std::string_view own_title, const Vocabulary& vocabulary);

/// A text of a public source with its tags (<b>, <i>, <br>, [[a trait]]) replaced by light marks.
[[nodiscard]] std::string withLightMarks(std::string_view text);
/// For each byte of that result, and for its end, the offset in the text with tags.
[[nodiscard]] std::vector<std::size_t> originsOfLightMarks(std::string_view text);

/// A word in lower case, with the straight apostrophe.
[[nodiscard]] std::string asWord(std::string_view printed);

}  // namespace docket::wordings
