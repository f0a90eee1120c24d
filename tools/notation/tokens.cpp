#include "tools/notation/tokens.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>
#include <utility>

#include "events/errors.h"
#include "events/parse.h"
#include "events/text/letters.h"
#include "events/text/quoted.h"
#include "events/text/whole_number.h"
#include "tools/notation/spelling.h"
#include "tools/words/text.h"

namespace docket::notation {
namespace {

namespace pegtl = tao::pegtl;
using pegtl::must, pegtl::not_one, pegtl::one, pegtl::opt, pegtl::plus, pegtl::seq, pegtl::sor, pegtl::star;

// ---- the grammar of tokens

/// Replacements that word processors make for typed characters, in UTF-8.
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

// ---- tokens from matches

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

// ---- messages for text that does not match

template <class Rule>
struct Control : pegtl::normal<Rule> {
  template <class Input>
  [[noreturn]] static void raise(const Input& /*in*/, const Lexing& lexing) {
    static_assert(std::is_same_v<Rule, ClosingQuote> || std::is_same_v<Rule, ClosingCurly>);
    lexing.cursor.fail(lexing.token, "the closing \" of the text is missing");
  }
};

/// The meaning of the characters after a backslash.
struct Escape {
  std::string text;
  std::size_t bytes = 1;  ///< the number of these characters
};

/// The escape that a text begins with; empty if these characters mean nothing.
std::optional<Escape> escapeIn(std::string_view after) {
  if (after.starts_with('"') || after.starts_with('\\')) return Escape{.text = std::string(after.substr(0, 1))};
  if (after.starts_with('n')) return Escape{.text = "\n"};
  if (after.starts_with('x') && after.size() >= 3) {
    const auto byte = wholeNumber<std::uint8_t>(after.substr(1, 2), 16);
    return byte ? std::optional(Escape{.text = std::string(1, static_cast<char>(*byte)), .bytes = 3}) : std::nullopt;
  }
  constexpr std::size_t kMaxDigits = 6;
  const std::size_t end = after.find('}');
  if (!after.starts_with("u{") || end > 2 + kMaxDigits) return std::nullopt;
  const auto character = wholeNumber<std::uint32_t>(after.substr(2, end - 2), 16);
  if (!character || !utf8proc_codepoint_valid(static_cast<utf8proc_int32_t>(*character))) return std::nullopt;
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto count = utf8proc_encode_char(static_cast<utf8proc_int32_t>(*character), bytes.data());
  return Escape{.text = std::string(bytes.begin(), bytes.begin() + count), .bytes = end + 1};
}

/// The seat that a word names; 0 for any other word.
std::uint8_t seatIn(std::string_view word, bool loose) {
  const bool is_seat =
      word.size() == 2 && (word[0] == 'P' || (loose && word[0] == 'p')) && word[1] >= '1' && word[1] <= '8';
  return is_seat ? static_cast<std::uint8_t>(word[1] - '0') : std::uint8_t{0};
}

/// The number of bytes of a string's opening quotation mark, and of its closing one.
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
  std::string text;
  std::string_view rest = string.inside();
  for (auto mark = rest.find('\\'); mark != std::string_view::npos; mark = rest.find('\\')) {
    text += rest.substr(0, mark);
    const auto escape = escapeIn(rest.substr(mark + 1));
    if (!escape)
      fail({.at = string.at + static_cast<std::size_t>(rest.data() + mark - string.text.data())},
           "after \\ expected one of \" \\ n xNN u{NNNN}");
    text += escape->text;
    rest.remove_prefix(mark + 1 + escape->bytes);
  }
  return text.append(rest);
}

bool Cursor::isNumber(const Token& token) const {
  return token.kind == Token::Kind::number || (loose_ && numberInWords(token) >= 0);
}

std::int64_t Cursor::numberOf(const Token& number, std::int64_t least, std::int64_t most) const {
  if (!isNumber(number)) failExpected(number, "a number");
  std::string digits =
      number.kind == Token::Kind::number ? std::string(number.text) : std::to_string(numberInWords(number));
  if (const auto first = digits.find_first_of("0123456789"); first > 0) digits.replace(0, first, "-");
  const auto value = wholeNumber<std::int64_t>(digits);
  if (!value || *value < least || *value > most)
    fail(number, fmt::format("{} is not from {} to {}", docket::quoted(number.text), least, most));
  return *value;
}

Place Cursor::placeOf(const Token& at) const {
  return {.file = file_, .line = number_, .column = at.at + 1, .length = at.text.size()};
}

std::uint8_t Cursor::seatOf(const Token& token) const {
  constexpr std::string_view kPossessive = "\xE2\x80\x99s";  // with a curly apostrophe it is one word
  std::string_view text = token.kind == Token::Kind::string ? token.inside() : token.text;
  if (token.loose && text.ends_with(kPossessive)) text.remove_suffix(kPossessive.size());
  if (token.kind == Token::Kind::word) {
    if (const auto seat = seatIn(text, token.loose); seat != 0) return seat;
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

bool isWord(std::string_view name) {
  const auto is_of_word = [](char c) { return isLetter(c) || isDigit(c) || c == '-' || c == '_'; };
  return !name.empty() && isLetter(name.front()) && std::all_of(name.begin(), name.end(), is_of_word);
}

std::uint8_t seatOfWord(std::string_view word) { return seatIn(word, false); }

std::string found(const Token& token) {
  if (token.isEnd()) return "the end of the line";
  return token.kind == Token::Kind::string ? "the text " + docket::quoted(token.inside()) : docket::quoted(token.text);
}

}  // namespace docket::notation
