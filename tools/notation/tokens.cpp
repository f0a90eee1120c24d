#include "tools/notation/tokens.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <type_traits>
#include <utility>

#include "events/errors.h"
#include "events/parse.h"
#include "events/quoted.h"

namespace docket::notation {
namespace {

namespace pegtl = tao::pegtl;
using pegtl::must, pegtl::not_one, pegtl::one, pegtl::opt, pegtl::plus, pegtl::seq, pegtl::sor, pegtl::star,
    pegtl::xdigit;

// ---- the grammar of tokens

struct Blanks : star<one<' ', '\t', '\r'>> {};
struct Letter : pegtl::ranges<'a', 'z', 'A', 'Z', '\x80', '\xFF'> {};  // of any alphabet
struct Number : seq<opt<one<'-'>>, plus<pegtl::digit>> {};
template <class First>
struct WordOf : seq<First, star<sor<First, pegtl::digit, one<'-', '_'>>>> {};
struct Word : WordOf<Letter> {};
struct ClosingQuote : one<'"'> {};
struct OpeningQuote : one<'"'> {};
struct String : seq<OpeningQuote, star<sor<not_one<'"', '\\'>, seq<one<'\\'>, pegtl::any>>>, must<ClosingQuote>> {};
struct Sign : sor<pegtl::two<'='>, pegtl::two<'-'>, pegtl::two<'.'>, pegtl::any> {};
struct Comment : seq<one<';'>, star<pegtl::any>> {};
struct End : sor<Comment, pegtl::eof> {};
struct TokenRule : seq<Blanks, sor<End, String, Word, Number, Sign>> {};

struct Seat : seq<one<'P'>, pegtl::range<'1', '8'>, pegtl::eof> {};
struct PlainWord : seq<WordOf<pegtl::alpha>, pegtl::eof> {};

// ---- the grammar of what stands in a string

struct Plain : plus<not_one<'"', '\\'>> {};
struct Itself : one<'"', '\\'> {};
struct LineBreak : one<'n'> {};
struct ByteDigits : seq<xdigit, xdigit> {};
struct Byte : seq<one<'x'>, ByteDigits> {};
struct CharacterDigits : pegtl::rep_min_max<1, 6, xdigit> {};
struct Character : seq<pegtl::string<'u', '{'>, CharacterDigits, one<'}'>> {};
struct Escape : sor<Itself, LineBreak, Byte, Character> {};
struct Backslash : one<'\\'> {};
struct Inside : star<sor<Plain, seq<Backslash, must<Escape>>>> {};

// ---- what is made of them

/// A line in which a token is looked for.
struct Lexing {
  const Cursor& cursor;
  std::string_view line;
  Token token{};

  void found(Token::Kind kind, std::string_view text) {
    token = {.kind = kind, .text = text, .at = static_cast<std::size_t>(text.data() - line.data())};
  }
};

template <class Rule>
struct Tokens : pegtl::nothing<Rule> {};
template <Token::Kind kKind>
struct Is {
  template <class Input>
  static void apply(const Input& in, Lexing& lexing) {
    lexing.found(kKind, matched(in));
  }
};
template <>
struct Tokens<OpeningQuote> : Is<Token::Kind::string> {};  // what it opens has still to be closed
template <>
struct Tokens<String> : Is<Token::Kind::string> {};
template <>
struct Tokens<Word> : Is<Token::Kind::word> {};
template <>
struct Tokens<Number> : Is<Token::Kind::number> {};
template <>
struct Tokens<Sign> : Is<Token::Kind::sign> {};
template <>
struct Tokens<End> {
  template <class Input>
  static void apply(const Input& in, Lexing& lexing) {
    lexing.found(Token::Kind::end, matched(in).substr(0, 0));
  }
};

/// A string whose text is being made.
struct Unescaping {
  const Cursor& cursor;
  const Token& string;
  std::string text{};
  std::size_t escape = 0;  ///< where the last one begins in the line
};

std::uint32_t hexadecimal(std::string_view digits) {
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

template <class Rule>
struct Texts : pegtl::nothing<Rule> {};
struct Appends {
  template <class Input>
  static void apply(const Input& in, Unescaping& made) {
    made.text += matched(in);
  }
};
template <>
struct Texts<Backslash> {
  template <class Input>
  static void apply(const Input& in, Unescaping& made) {
    made.escape = made.string.at + static_cast<std::size_t>(in.begin() - made.string.text.data());
  }
};
template <>
struct Texts<Plain> : Appends {};
template <>
struct Texts<Itself> : Appends {};
template <>
struct Texts<LineBreak> {
  static void apply0(Unescaping& made) { made.text += '\n'; }
};
template <>
struct Texts<ByteDigits> {
  template <class Input>
  static void apply(const Input& in, Unescaping& made) {
    made.text += static_cast<char>(static_cast<unsigned char>(hexadecimal(matched(in))));
  }
};
template <>
struct Texts<CharacterDigits> {
  /// False, so that the escape is refused, where no character has that number.
  template <class Input>
  static bool apply(const Input& in, Unescaping& made) {
    const auto character = static_cast<utf8proc_int32_t>(hexadecimal(matched(in)));
    if (!utf8proc_codepoint_valid(character)) return false;
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto count = utf8proc_encode_char(character, bytes.data());
    made.text.append(bytes.begin(), bytes.begin() + count);
    return true;
  }
};

// ---- what is said where they do not match

template <class Rule>
struct Control : pegtl::normal<Rule> {
  template <class Input>
  [[noreturn]] static void raise(const Input& /*in*/, const Lexing& lexing) {
    static_assert(std::is_same_v<Rule, ClosingQuote>);
    lexing.cursor.fail(lexing.token, "the closing \" of the text is missing");
  }
  template <class Input>
  [[noreturn]] static void raise(const Input& /*in*/, const Unescaping& made) {
    static_assert(std::is_same_v<Rule, Escape>);
    made.cursor.fail({.at = made.escape}, "after \\ expected one of \" \\ n xNN u{NNNN}");
  }
};

}  // namespace

Token Cursor::take() {
  const Token token = peek();
  at_ = token.at + token.text.size();
  return token;
}

bool Cursor::takeIf(std::string_view what) {
  if (!peek().is(what)) return false;
  take();
  return true;
}

void Cursor::expect(std::string_view what) {
  if (!takeIf(what)) failExpected(peek(), fmt::format("\"{}\"", what));
}

Token Cursor::tokenFrom(std::size_t at) const {
  Lexing lexing{.cursor = *this, .line = line_};
  matches<TokenRule, Tokens, Control>(line_.substr(std::min(at, line_.size())), lexing);
  return lexing.token;
}

std::string Cursor::textOf(const Token& string) const {
  Unescaping made{.cursor = *this, .string = string};
  matches<Inside, Texts, Control>(string.text.substr(1, string.text.size() - 2), made);
  return std::move(made.text);
}

std::int64_t Cursor::numberOf(const Token& number, std::int64_t least, std::int64_t most) const {
  std::int64_t value = 0;
  const auto* const end = number.text.data() + number.text.size();
  const auto read = std::from_chars(number.text.data(), end, value);
  if (number.kind != Token::Kind::number) failExpected(number, "a number");
  if (read.ec != std::errc{} || read.ptr != end || value < least || value > most)
    fail(number, fmt::format("{} is not from {} to {}", quoted(number.text), least, most));
  return value;
}

void Cursor::fail(const Token& at, const std::string& message) const {
  throw BadInput(std::string(file_), number_, at.at + 1, message);
}

void Cursor::failExpected(const Token& wrong, std::string_view expected) const {
  fail(wrong, fmt::format("expected {}, found {}", expected, found(wrong)));
}

bool isWord(std::string_view name) { return matches<PlainWord>(name); }

std::uint8_t seatOfWord(std::string_view word) {
  return matches<Seat>(word) ? static_cast<std::uint8_t>(word[1] - '0') : std::uint8_t{0};
}

std::string found(const Token& token) {
  if (token.isEnd()) return "the end of the line";
  return token.kind == Token::Kind::string ? "the text " + quoted(token.text.substr(1, token.text.size() - 2))
                                           : quoted(token.text);
}

}  // namespace docket::notation
