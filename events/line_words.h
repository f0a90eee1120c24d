// The words of a line that a person wrote, each with where it stands. Quotation marks and brackets hold a word
// together.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace docket::notation {

/// A place in a text, both from 1.
struct TextPosition {
  std::size_t line = 0;
  std::size_t column = 0;
};

struct Word {
  std::string_view text;
  TextPosition at;

  /// The word from one of its bytes on.
  [[nodiscard]] Word from(std::size_t byte) const {
    return {text.substr(byte), {.line = at.line, .column = at.column + byte}};
  }
};

/// A line of a file, or what is left of one.
struct Line {
  std::string file;
  std::string_view text;
  TextPosition at;  ///< of its first character

  [[noreturn]] void fail(TextPosition where, const std::string& message) const;
};

/// The words of a line, parted by blanks. A word of its own that is ":" ends them: `rest`, if given, is set to what
/// follows it. Throws BadInput for a quotation mark or a bracket that is not closed.
std::vector<Word> wordsOf(const Line& line, Word* rest = nullptr);

/// The parts of a text between separators that stand outside of quotation marks and brackets, without the blanks
/// around them.
std::vector<Word> partsOf(const Line& line, Word text, char separator);

/// A word without the quotation marks that it stands in, if it does. Throws BadInput where it goes on after them.
std::string unquoted(const Line& line, Word word);

}  // namespace docket::notation
