// The tokens of a line of the transcript, read one after the other, without a copy of the line.
//   word    a letter, then letters, digits, "-" and "_"        number  digits, a "-" before them
//   string  "..." with \" \\ \n \xNN \u{NNNN}                  sign    "==" "--" ".." and any other single character
// ";" begins a comment that ends with the line. What a word processor makes of these signs is taken for them: a text in
// curly quotation marks ends with a curly or a straight one, a long dash is "--", a minus sign "-".
// Invariant: whatever the bytes, every token is at least one byte, and what is kept of a line does not grow with it.
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
  std::string_view text{};  ///< as it stands in the line, quotation marks included
  std::size_t at = 0;       ///< its first byte in the line
  bool loose = false;       ///< a word is the same in whatever case

  /// Whether it is that word or sign.
  [[nodiscard]] bool is(std::string_view what) const;
  [[nodiscard]] bool isEnd() const { return kind == Kind::end; }
  /// Of a string: what stands between its quotation marks.
  [[nodiscard]] std::string_view inside() const;
  /// The byte behind it.
  [[nodiscard]] std::size_t end() const { return at + text.size(); }
};

/// Where in a line the reading stands. Copies are places to come back to. Errors are BadInput with file, line, column.
class Cursor {
 public:
  /// The line without its end; both texts must outlive this. `number`: of the line in its file, from 1.
  Cursor(std::string_view line, std::string_view file, std::size_t number)
      : line_(line), file_(file), number_(number) {}

  /// The next token; it stays the next one.
  [[nodiscard]] Token peek() const { return tokenFrom(at_); }
  /// The token after `token`.
  [[nodiscard]] Token after(const Token& token) const { return tokenFrom(token.end()); }
  /// From here on words are the same in whatever case, as somebody types them. `players`: their names by seat, folded
  /// (spelling.h), which stand for their seats; it must outlive this.
  void loosen(const std::vector<std::string>* players = nullptr) {
    loose_ = true;
    players_ = players;
  }
  /// Their names by seat, folded; none where they may not be typed.
  [[nodiscard]] std::span<const std::string> players() const {
    return players_ == nullptr ? std::span<const std::string>{} : std::span(*players_);
  }
  [[nodiscard]] bool isLoose() const { return loose_; }
  /// Takes the next token.
  Token take();
  /// Takes the next token where it is that word or sign.
  bool takeIf(std::string_view what);
  /// Takes the next token, which has to be that word or sign.
  void expect(std::string_view what);

  /// The text that a string stands for. Throws where an escape in it is none.
  [[nodiscard]] std::string textOf(const Token& string) const;
  /// Whether a token is a number; in a loose line also one in words, as "three".
  [[nodiscard]] bool isNumber(const Token& token) const;
  /// The number that a token is, from `least` to `most`.
  [[nodiscard]] std::int64_t numberOf(const Token& number, std::int64_t least, std::int64_t most) const;

  /// What is wrong with the line, whatever the table; and what may stand in place of the token.
  [[noreturn]] void fail(const Token& at, const std::string& wrong, std::vector<Choice> choices = {}) const;
  /// What is wrong with it at that table.
  [[noreturn]] void failAtTable(const Token& at, const std::string& wrong, std::vector<Choice> choices = {}) const;
  /// Something else was expected than what stands there.
  [[noreturn]] void failExpected(const Token& found, std::string_view expected, std::vector<Choice> choices = {}) const;
  [[nodiscard]] Place placeOf(const Token& at) const;
  /// The seat that a token names: P1, and in a loose line p1 and a player's name; 0: none.
  [[nodiscard]] std::uint8_t seatOf(const Token& token) const;
  /// The line from one byte to another.
  [[nodiscard]] std::string_view between(std::size_t from, std::size_t to) const {
    return line_.substr(from, to - from);
  }
  [[nodiscard]] std::size_t lineNumber() const { return number_; }
  [[nodiscard]] std::string_view file() const { return file_; }
  /// The whole line, and the byte at which the reading stands.
  [[nodiscard]] std::string_view text() const { return line_; }
  [[nodiscard]] std::size_t at() const { return at_; }
  /// Goes on behind a byte of the line.
  void skipTo(std::size_t at) { at_ = at; }

 private:
  [[nodiscard]] Token tokenFrom(std::size_t at) const;

  std::string_view line_, file_;
  std::size_t number_;
  std::size_t at_ = 0;
  bool loose_ = false;
  const std::vector<std::string>* players_ = nullptr;
};

/// Whether a name can stand as a word: none of the words that mean something of their own (phrases.h) is one.
[[nodiscard]] bool isWord(std::string_view name);
/// "P1" to "P8" as 1 to 8; 0 for any other text.
[[nodiscard]] std::uint8_t seatOfWord(std::string_view word);

/// A token that stands for what is found, in a message.
[[nodiscard]] std::string found(const Token& token);

/// A run of words of a line, as it stands there.
struct Run {
  std::string_view text{};
  std::size_t end = 0;  ///< the byte behind it
};
/// The longest run of the next tokens that is known: a string by itself, else words up to what cannot be part of a
/// name.
template <class IsKnown>
[[nodiscard]] std::optional<Run> longestRun(const Cursor& line, IsKnown&& is_known) {
  constexpr std::size_t kMostTokens = 16, kMostBytes = 200;
  std::optional<Run> longest;
  Cursor ahead = line;
  const Token first = line.peek();
  for (std::size_t i = 0; i < kMostTokens; ++i) {
    const Token next = ahead.take();
    const bool string = next.kind == Token::Kind::string;
    if (next.isEnd() || next.is("#") || next.is("{") || (string && i > 0)) break;
    const std::string_view text = string ? next.inside() : line.between(first.at, next.end());
    if (text.size() > kMostBytes) break;
    if (is_known(text)) longest = {text, next.end()};
    if (string) break;
  }
  return longest;
}

}  // namespace docket::notation
