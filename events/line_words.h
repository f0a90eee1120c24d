// The words of a line that a person wrote, each with where it stands, and what they are to each other: who acts, what
// happens, fields, lists. Quotation marks and brackets hold a word together. Every line that says an event is taken
// apart here: those that are typed, those of cases, those of play scripts.
#pragma once

#include <cstddef>
#include <span>
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

/// `name=value`, as one word of a line.
struct Field {
  std::string_view name;
  Word value;
  TextPosition at;
};

/// The fields that words say. "place 3" and "unit 3" are two words and one value. Throws BadInput for a word that is
/// no field.
std::vector<Field> fieldsOf(const Line& line, std::span<const Word> words);

/// What a line says that happens; each part is empty where the line does not say it.
struct LineParts {
  Word actor;               ///< "P1", or "P" and a name with a "$" before it
  Word payload;             ///< the next word: the name of a payload, the kind of a change
  std::vector<Word> words;  ///< the rest
};
LineParts linePartsOf(const std::vector<Word>& words);

/// Whether a word says a list; its values then, without the brackets. Of any other word that word alone.
struct Values {
  bool list = false;
  std::vector<Word> words;
};
Values valuesOf(const Line& line, Word value);

/// A word without the quotation marks that it stands in, if it does. Throws BadInput where it goes on after them.
std::string unquoted(const Line& line, Word word);

}  // namespace docket::notation
