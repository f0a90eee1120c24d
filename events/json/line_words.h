// The words of a line that a person wrote, each with its place, and their roles: actor, payload, fields, lists.
// Quotation marks and brackets hold a word together. All lines for events are split here: typed lines, lines of cases,
// lines of play scripts.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/json/json.h"

namespace docket::notation {

struct Word {
  std::string_view text;
  TextPlace at;

  /// The word up to one of its bytes.
  [[nodiscard]] Word until(std::size_t byte) const { return {text.substr(0, byte), at}; }
  /// The word from one of its bytes on.
  [[nodiscard]] Word from(std::size_t byte) const {
    return {text.substr(byte), {.line = at.line, .column = at.column + byte}};
  }
};

/// A line of a file, or the rest of one.
struct Line {
  std::string file;
  std::string_view text;
  TextPlace at;  ///< of its first character

  [[noreturn]] void fail(TextPlace where, const std::string& message) const;
};

/// The words of a line, separated by blanks; a field with a value "place 3" or "unit 3" is one word. If `rest` is
/// given, a separate word ":" ends them, and `rest` is set to the text after it. Throws BadInput for a quotation mark
/// or a bracket that is not closed.
std::vector<Word> wordsOf(const Line& line, Word* rest = nullptr);

/// The parts of a text between commas that are outside of quotation marks and brackets, without the blanks around
/// them.
std::vector<Word> partsOf(const Line& line, Word text);

/// The parts of a text between "|", the columns of a table.
std::vector<Word> columnsOf(const Line& line, Word text);

/// `name=value`, as one word of a line.
struct Field {
  Word name;
  Word value;
};

/// The fields in some words. Throws BadInput for a word that is not a field.
std::vector<Field> fieldsOf(const Line& line, std::span<const Word> words);

/// The parts of an event's line; a part is empty if the line does not have it.
struct LineParts {
  Word actor;               ///< "P1", or "P" and a name with a "$" before it
  Word payload;             ///< the next word: the name of a payload, the kind of a change
  std::vector<Word> words;  ///< the rest
};
LineParts linePartsOf(const std::vector<Word>& words);

/// The values of a word that is a list, without the brackets and without empty values; otherwise the word alone. Throws
/// BadInput if there is text after the list.
struct Values {
  bool list = false;
  std::vector<Word> words;
};
Values valuesOf(const Line& line, Word value);

/// The identity of a card, and who knows it: #5:KEY, 5/3:KEY.
struct CardSaid {
  Word card;   ///< without its "#"
  Word seats;  ///< the mask of those that know it; empty: not given
  Word what;
};
/// Throws BadInput for a word that has no colon.
CardSaid cardSaid(const Line& line, Word word);

/// The identity of a card: a key of the catalogue, what is printed on it, or both, the key in quotation marks then.
struct IdentitySaid {
  std::optional<Word> key;      ///< with its quotation marks, if any
  std::optional<Word> printed;  ///< as JSON
};
IdentitySaid identitySaid(Word word);

/// A word without its quotation marks, if it has any. Throws BadInput if there is text after them.
std::string unquoted(const Line& line, Word word);

}  // namespace docket::notation
