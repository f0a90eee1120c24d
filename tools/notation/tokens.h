// The tokens of a line of the transcript, read one after the other, without a copy of the line.
//   word    a letter, then letters, digits, "-" and "_"        number  digits, a "-" before them
//   string  "..." with \" \\ \n \xNN \u{NNNN}                  sign    "==" "--" ".." and any other single character
// ";" begins a comment that ends with the line.
// Invariant: whatever the bytes, every token is at least one byte, and what is kept of a line does not grow with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace docket::notation {

struct Token {
  enum class Kind : std::uint8_t { end, word, string, number, sign };
  Kind kind = Kind::end;
  std::string_view text{};  ///< as it stands in the line, quotation marks included
  std::size_t at = 0;       ///< its first byte in the line

  /// Whether it is that word or sign.
  [[nodiscard]] bool is(std::string_view what) const {
    return (kind == Kind::word || kind == Kind::sign) && text == what;
  }
  [[nodiscard]] bool isEnd() const { return kind == Kind::end; }
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
  [[nodiscard]] Token after(const Token& token) const { return tokenFrom(token.at + token.text.size()); }
  /// Takes the next token.
  Token take();
  /// Takes the next token where it is that word or sign.
  bool takeIf(std::string_view what);
  /// Takes the next token, which has to be that word or sign.
  void expect(std::string_view what);

  /// The text that a string stands for. Throws where an escape in it is none.
  [[nodiscard]] std::string textOf(const Token& string) const;
  /// The number that a number token is, from `least` to `most`.
  [[nodiscard]] std::int64_t numberOf(const Token& number, std::int64_t least, std::int64_t most) const;

  [[noreturn]] void fail(const Token& at, const std::string& message) const;
  /// Something else was expected than what stands there.
  [[noreturn]] void failExpected(const Token& found, std::string_view expected) const;
  [[nodiscard]] std::size_t lineNumber() const { return number_; }
  [[nodiscard]] std::string_view file() const { return file_; }

 private:
  [[nodiscard]] Token tokenFrom(std::size_t at) const;

  std::string_view line_, file_;
  std::size_t number_;
  std::size_t at_ = 0;
};

/// Whether a name can stand as a word: none of the words that mean something of their own (phrases.h) is one.
[[nodiscard]] bool isWord(std::string_view name);
/// "P1" to "P8" as 1 to 8; 0 for any other text.
[[nodiscard]] std::uint8_t seatOfWord(std::string_view word);

/// A token that stands for what is found, in a message.
[[nodiscard]] std::string found(const Token& token);

}  // namespace docket::notation
