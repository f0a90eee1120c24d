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
#include "events/text/quoted.h"
#include "tools/notation/spelling.h"
#include "tools/words/text.h"

namespace docket::notation {
namespace {

namespace pegtl = tao::pegtl;
using pegtl::must, pegtl::not_one, pegtl::one, pegtl::opt, pegtl::plus, pegtl::seq, pegtl::sor, pegtl::star,
    pegtl::xdigit;

// ---- the grammar of tokens

// What word processors put in place of what was typed, in UTF-8.
template <char... kBytes>
using Bytes = pegtl::string<kBytes...>;
struct EnDash : Bytes<'\xE2', '\x80', '\x93'> {};
struct EmDash : Bytes<'\xE2', '\x80', '\x94'> {};
struct Minus : sor<Bytes<'\xE2', '\x88', '\x92'>, EnDash> {};
struct CurlyQuote : sor<Bytes<'\xE2', '\x80', '\x9C'>, Bytes<'\xE2', '\x80', '\x9D'>, Bytes<'\xE2', '\x80', '\x9E'>,
                        Bytes<'\xE2', '\x80', '\x9F'>, Bytes<'\xC2', '\xAB'>, Bytes<'\xC2', '\xBB'>> {};
struct WideBlank : sor<Bytes<'\xC2', '\xA0'>, seq<Bytes<'\xE2', '\x80'>, pegtl::range<'\x80', '\x8A'>>,
                       Bytes<'\xE2', '\x80', '\xAF'>, Bytes<'\xEF', '\xBB', '\xBF'>> {};  // and a mark of the encoding

struct Blanks : star<sor<one<' ', '\t', '\r'>, WideBlank>> {};
struct Letter
    : seq<pegtl::not_at<sor<CurlyQuote, EmDash, Minus, WideBlank>>, pegtl::ranges<'a', 'z', 'A', 'Z', '\x80', '\xFF'>> {
};  // of any alphabet
struct Number : seq<opt<sor<one<'-'>, Minus>>, plus<pegtl::digit>> {};
template <class First>
struct WordOf : seq<First, star<sor<First, pegtl::digit, one<'-', '_'>>>> {};
struct AnyWord : WordOf<Letter> {};
struct ClosingQuote : one<'"'> {};
struct OpeningQuote : one<'"'> {};
struct String : seq<OpeningQuote, star<sor<not_one<'"', '\\'>, seq<one<'\\'>, pegtl::any>>>, must<ClosingQuote>> {};
struct OpeningCurly : CurlyQuote {};
struct ClosingCurly : sor<CurlyQuote, one<'"'>> {};
struct CurlyString
    : seq<OpeningCurly, star<sor<seq<one<'\\'>, pegtl::any>, seq<pegtl::not_at<ClosingCurly>, pegtl::any>>>,
          must<ClosingCurly>> {};
struct Sign : sor<pegtl::two<'='>, pegtl::two<'-'>, pegtl::two<'.'>, EmDash, EnDash, pegtl::any> {};
struct Comment : seq<one<';'>, star<pegtl::any>> {};
struct LineEnd : sor<Comment, pegtl::eof> {};
struct TokenRule : seq<Blanks, sor<LineEnd, String, CurlyString, AnyWord, Number, Sign>> {};

struct PlainSeat : seq<one<'P'>, pegtl::range<'1', '8'>, pegtl::eof> {};
struct LooseSeat : seq<one<'P', 'p'>, pegtl::range<'1', '8'>, pegtl::eof> {};
struct PlainWord : seq<WordOf<pegtl::alpha>, pegtl::eof> {};

// ---- the grammar of what is in a string

struct Plain : plus<not_one<'\\'>> {};  // a quotation mark too, between curly ones
struct Itself : one<'"', '\\'> {};
struct LineBreak : one<'n'> {};
struct ByteDigits : seq<xdigit, xdigit> {};
struct Byte : seq<one<'x'>, ByteDigits> {};
struct CharacterDigits : pegtl::rep_min_max<1, 6, xdigit> {};
struct CharacterEscape : seq<pegtl::string<'u', '{'>, CharacterDigits, one<'}'>> {};
struct Escape : sor<Itself, LineBreak, Byte, CharacterEscape> {};
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
struct Tokens<OpeningCurly> : Is<Token::Kind::string> {};
template <>
struct Tokens<CurlyString> : Is<Token::Kind::string> {};
template <>
struct Tokens<AnyWord> : Is<Token::Kind::word> {};
template <>
struct Tokens<Number> : Is<Token::Kind::number> {};
template <>
struct Tokens<Sign> : Is<Token::Kind::sign> {};
template <>
struct Tokens<LineEnd> {
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
  /// False, so that the escape is refused, if no character has that number.
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

// ---- what is said if they do not match

template <class Rule>
struct Control : pegtl::normal<Rule> {
  template <class Input>
  [[noreturn]] static void raise(const Input& /*in*/, const Lexing& lexing) {
    static_assert(std::is_same_v<Rule, ClosingQuote> || std::is_same_v<Rule, ClosingCurly>);
    lexing.cursor.fail(lexing.token, "the closing \" of the text is missing");
  }
  template <class Input>
  [[noreturn]] static void raise(const Input& /*in*/, const Unescaping& made) {
    static_assert(std::is_same_v<Rule, Escape>);
    made.cursor.fail({.at = made.escape}, "after \\ expected one of \" \\ n xNN u{NNNN}");
  }
};

/// How many bytes of a string its opening quotation mark has, and its closing one.
std::size_t openingBytes(std::string_view string) {
  return string.front() == '"' ? 1 : string.front() == '\xC2' ? 2 : 3;
}
std::size_t closingBytes(std::string_view string) {
  if (string.back() == '"') return 1;
  return string.size() > 1 && string[string.size() - 2] == '\xC2' ? 2 : 3;
}

/// "three" as 3; -1 for any other token.
std::int64_t numberInWords(const Token& token) {
  constexpr std::array<std::string_view, 13> kNumbers = {"zero",  "one",   "two",  "three", "four",   "five",  "six",
                                                         "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  const auto* const found =
      std::find_if(kNumbers.begin(), kNumbers.end(), [&](std::string_view word) { return token.is(word); });
  return found == kNumbers.end() ? -1 : found - kNumbers.begin();
}

}  // namespace

bool Token::is(std::string_view what) const {
  if (kind == Kind::word) return text == what || (loose && sameLetters(text, what));
  return kind == Kind::sign && (text == what || (what == "--" && text.size() == 3));
}

std::string_view Token::inside() const {
  const std::size_t opening = openingBytes(text);
  return text.substr(opening, text.size() - opening - closingBytes(text));
}

Token Cursor::take() {
  const Token token = peek();
  at_ = token.end();
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
  lexing.token.loose = loose_;
  return lexing.token;
}

std::string Cursor::textOf(const Token& string) const {
  Unescaping made{.cursor = *this, .string = string};
  matches<Inside, Texts, Control>(string.inside(), made);
  return std::move(made.text);
}

bool Cursor::isNumber(const Token& token) const {
  return token.kind == Token::Kind::number || (loose_ && numberInWords(token) >= 0);
}

std::int64_t Cursor::numberOf(const Token& number, std::int64_t least, std::int64_t most) const {
  if (!isNumber(number)) failExpected(number, "a number");
  std::string digits =
      number.kind == Token::Kind::number ? std::string(number.text) : std::to_string(numberInWords(number));
  if (const auto first = digits.find_first_of("0123456789"); first > 0) digits.replace(0, first, "-");
  std::int64_t value = 0;
  const auto* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value);
  if (read.ec != std::errc{} || read.ptr != end || value < least || value > most)
    fail(number, fmt::format("{} is not from {} to {}", docket::quoted(number.text), least, most));
  return value;
}

Place Cursor::placeOf(const Token& at) const {
  return {.file = file_, .line = number_, .column = at.at + 1, .length = at.text.size()};
}

std::uint8_t Cursor::seatOf(const Token& token) const {
  constexpr std::string_view kPossessive = "\xE2\x80\x99s";  // with a curly apostrophe it is one word
  std::string_view text = token.kind == Token::Kind::string ? token.inside() : token.text;
  if (token.loose && text.ends_with(kPossessive)) text.remove_suffix(kPossessive.size());
  if (token.kind == Token::Kind::word) {
    const bool seat = token.loose ? matches<LooseSeat>(text) : matches<PlainSeat>(text);
    if (seat) return static_cast<std::uint8_t>(text[1] - '0');
  }
  const bool name = token.kind == Token::Kind::word || token.kind == Token::Kind::string;
  if (!name || players_ == nullptr) return 0;
  const std::string typed = folded(text);
  const auto found = std::find(players_->begin(), players_->end(), typed);
  const bool only = found != players_->end() && std::find(found + 1, players_->end(), typed) == players_->end();
  return only && !typed.empty() ? static_cast<std::uint8_t>(found - players_->begin() + 1) : std::uint8_t{0};
}

void Cursor::fail(const Token& at, const std::string& wrong, std::vector<Choice> choices) const {
  throw Mistake(placeOf(at), wrong, std::move(choices));
}

void Cursor::failAtTable(const Token& at, const std::string& wrong, std::vector<Choice> choices) const {
  throw Mistake(placeOf(at), wrong, std::move(choices), Mistake::Of::table);
}

void Cursor::failExpected(const Token& wrong, std::string_view expected, std::vector<Choice> choices) const {
  fail(wrong, fmt::format("expected {}, found {}", expected, found(wrong)), std::move(choices));
}

bool isWord(std::string_view name) { return matches<PlainWord>(name); }

std::uint8_t seatOfWord(std::string_view word) {
  return matches<PlainSeat>(word) ? static_cast<std::uint8_t>(word[1] - '0') : std::uint8_t{0};
}

std::string found(const Token& token) {
  if (token.isEnd()) return "the end of the line";
  return token.kind == Token::Kind::string ? "the text " + docket::quoted(token.inside()) : docket::quoted(token.text);
}

}  // namespace docket::notation
