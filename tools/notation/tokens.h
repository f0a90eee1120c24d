// The tokens of a line of the transcript, read one after the other, without a copy of the line.
//   word    a letter, then letters, digits, "-" and "_"        number  digits, a "-" before them
//   string  "..." with \" \\ \n \xNN \u{NNNN}                  sign    "==" "--" ".." and any other single character
// ";" begins a comment that ends with the line. Signs that a word processor puts in place of these are accepted: a text
// in curly quotation marks ends with a curly or a straight one, a long dash is "--", a minus sign "-".
// Invariant: for any bytes, every token has at least one byte, and the memory used does not grow with the line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/notation/mistake.h"

namespace docket::notation {

struct Token {
  enum class Kind : std::uint8_t { end, word, string, number, sign };
  Kind kind = Kind::end;
  std::string_view text{};  ///< as it is in the line, quotation marks included
  std::size_t at = 0;       ///< its first byte in the line
  bool loose = false;       ///< words are case-insensitive

  /// True if the token is that word or sign.
  [[nodiscard]] bool is(std::string_view what) const;
  [[nodiscard]] bool isEnd() const { return kind == Kind::end; }
  /// The text of a string, between its quotation marks.
  [[nodiscard]] std::string_view inside() const;
  /// The byte after it.
  [[nodiscard]] std::size_t end() const { return at + text.size(); }
};

/// A position in a line. Copy it to backtrack. Errors are BadInput with file, line, column.
class Cursor {
 public:
  /// `line`: without its line break. Both texts must outlive this object. `number`: the line's number in its file, from
  /// 1.
  Cursor(std::string_view line, std::string_view file, std::size_t number)
      : line_(line), file_(file), number_(number) {}

  /// Returns the next token without taking it.
  [[nodiscard]] Token peek() const { return tokenFrom(at_); }
  /// The token after `token`.
  [[nodiscard]] Token after(const Token& token) const { return tokenFrom(token.end()); }
  /// Makes words case-insensitive from here on, for typed lines. `players`: the players' names by seat, folded
  /// (spelling.h), which stand for their seats; it must outlive this object.
  void loosen(const std::vector<std::string>* players = nullptr) {
    loose_ = true;
    players_ = players;
  }
  /// The players' names by seat, folded; empty if names cannot be typed.
  [[nodiscard]] std::span<const std::string> players() const {
    return players_ == nullptr ? std::span<const std::string>{} : std::span(*players_);
  }
  [[nodiscard]] bool isLoose() const { return loose_; }
  /// Takes the next token.
  Token take();
  /// Takes the next token if it is that word or sign.
  bool takeIf(std::string_view what);
  /// Takes the next token; throws unless it is that word or sign.
  void expect(std::string_view what);

  /// The unescaped text of a string. Throws for an invalid escape.
  [[nodiscard]] std::string textOf(const Token& string) const;
  /// True if a token is a number; a loose line also accepts words, such as "three".
  [[nodiscard]] bool isNumber(const Token& token) const;
  /// The value of a number token. Throws unless it is from `least` to `most`.
  [[nodiscard]] std::int64_t numberOf(const Token& number, std::int64_t least, std::int64_t most) const;

  /// Throws a mistake that does not depend on the table, with replacements for the token.
  [[noreturn]] void fail(const Token& at, const std::string& wrong, std::vector<Choice> choices = {}) const;
  /// Throws a mistake that depends on the table.
  [[noreturn]] void failAtTable(const Token& at, const std::string& wrong, std::vector<Choice> choices = {}) const;
  /// Throws because something other than `found` was expected.
  [[noreturn]] void failExpected(const Token& found, std::string_view expected, std::vector<Choice> choices = {}) const;
  [[nodiscard]] Place placeOf(const Token& at) const;
  /// The seat that a token names: P1, and in a loose line also p1 and a player's name; 0: none.
  [[nodiscard]] std::uint8_t seatOf(const Token& token) const;
  /// A cursor at the beginning of another text in place of the line. The text must outlive it.
  [[nodiscard]] Cursor over(std::string_view text) const {
    Cursor other = *this;
    other.line_ = text;
    other.at_ = 0;
    return other;
  }
  /// The part of the line from one byte to another.
  [[nodiscard]] std::string_view between(std::size_t from, std::size_t to) const {
    return line_.substr(from, to - from);
  }
  [[nodiscard]] std::size_t lineNumber() const { return number_; }
  [[nodiscard]] std::string_view file() const { return file_; }
  /// The whole line, and the byte at the cursor.
  [[nodiscard]] std::string_view text() const { return line_; }
  [[nodiscard]] std::size_t at() const { return at_; }
  /// Continues at byte `at` of the line.
  void skipTo(std::size_t at) { at_ = at; }

 private:
  [[nodiscard]] Token tokenFrom(std::size_t at) const;

  std::string_view line_, file_;
  std::size_t number_;
  std::size_t at_ = 0;
  bool loose_ = false;
  const std::vector<std::string>* players_ = nullptr;
};

/// True if a name can be written as a word, unquoted: it is not reserved (phrases.h).
[[nodiscard]] bool isWord(std::string_view name);
/// "P1" to "P8" as 1 to 8; 0 for any other text.
[[nodiscard]] std::uint8_t seatOfWord(std::string_view word);

/// The words for a found token, in a message.
[[nodiscard]] std::string found(const Token& token);

/// A run of words in a line, as written.
struct Run {
  std::string_view text{};
  std::size_t end = 0;  ///< the byte after it
};
/// The longest known run of the next tokens: one string, or else words up to a token that cannot be part of a name.
template <class IsKnown>
[[nodiscard]] std::optional<Run> longestRun(const Cursor& line, IsKnown&& is_known) {
  constexpr std::size_t kMaxTokens = 16, kMaxBytes = 200;
  std::optional<Run> longest;
  Cursor ahead = line;
  const Token first = line.peek();
  for (std::size_t i = 0; i < kMaxTokens; ++i) {
    const Token next = ahead.take();
    const bool string = next.kind == Token::Kind::string;
    if (next.isEnd() || next.is("#") || next.is("{") || (string && i > 0)) break;
    const std::string_view text = string ? next.inside() : line.between(first.at, next.end());
    if (text.size() > kMaxBytes) break;
    if (is_known(text)) longest = {text, next.end()};
    if (string) break;
  }
  return longest;
}

}  // namespace docket::notation
