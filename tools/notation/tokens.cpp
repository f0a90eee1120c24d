#include "tools/notation/tokens.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "events/errors.h"
#include "events/quoted.h"

namespace docket::notation {
namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLater(char c) { return isLetter(c) || isDigit(c) || c == '-' || c == '_'; }

int digitOf(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

void addCharacter(std::uint32_t value, std::string& text) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto count = utf8proc_encode_char(static_cast<utf8proc_int32_t>(value), bytes.data());
  text.append(bytes.begin(), bytes.begin() + count);
}

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

std::size_t Cursor::closingQuote(std::size_t at) const {
  for (std::size_t i = at + 1; i < line_.size(); ++i) {
    if (line_[i] == '\\') {
      ++i;
    } else if (line_[i] == '"') {
      return i;
    }
  }
  fail({.kind = Token::Kind::string, .text = line_.substr(at), .at = at}, "the closing \" of the text is missing");
}

Token Cursor::tokenFrom(std::size_t at) const {
  while (at < line_.size() && (line_[at] == ' ' || line_[at] == '\t' || line_[at] == '\r')) ++at;
  if (at >= line_.size() || line_[at] == ';') return {.at = std::min(at, line_.size())};
  const auto token = [&](Token::Kind kind, std::size_t end) {
    return Token{.kind = kind, .text = line_.substr(at, end - at), .at = at};
  };
  const char first = line_[at];
  if (first == '"') return token(Token::Kind::string, closingQuote(at) + 1);
  const bool negative = first == '-' && at + 1 < line_.size() && isDigit(line_[at + 1]);
  std::size_t end = at + 1;
  if (isLetter(first)) {
    while (end < line_.size() && isLater(line_[end])) ++end;
    return token(Token::Kind::word, end);
  }
  if (isDigit(first) || negative) {
    while (end < line_.size() && isDigit(line_[end])) ++end;
    return token(Token::Kind::number, end);
  }
  const bool twice = end < line_.size() && line_[end] == first && (first == '=' || first == '-' || first == '.');
  return token(Token::Kind::sign, twice ? end + 1 : end);
}

std::size_t Cursor::addEscape(const Token& string, std::size_t at, std::string& text) const {
  const std::string_view raw = string.text;
  const auto bad = [&]() {
    fail({.kind = Token::Kind::string, .text = raw.substr(at, 2), .at = string.at + at},
         "after \\ expected one of \" \\ n xNN u{NNNN}");
  };
  const char kind = raw[at + 1];
  if (kind == '"' || kind == '\\' || kind == 'n') {
    text += kind == 'n' ? '\n' : kind;
    return at + 2;
  }
  std::uint32_t value = 0;
  std::size_t end = at + 2;
  const bool braced = kind == 'u' && raw[end] == '{';
  if (kind != 'x' && !braced) bad();
  if (braced) ++end;
  const std::size_t first = end;
  const std::size_t most = braced ? 6 : 2;
  for (; end < raw.size() && digitOf(raw[end]) >= 0 && end - first < most; ++end) {
    value = value * 16 + static_cast<std::uint32_t>(digitOf(raw[end]));
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (end == first || (!braced && end - first != 2) || value > 0x10FFFF || surrogate) bad();
  if (braced && raw[end] != '}') bad();
  if (braced) {
    addCharacter(value, text);
    return end + 1;
  }
  text += static_cast<char>(static_cast<unsigned char>(value));
  return end;
}

std::string Cursor::textOf(const Token& string) const {
  std::string text;
  const std::size_t last = string.text.size() - 1;
  for (std::size_t i = 1; i < last;) {
    if (string.text[i] == '\\') {
      i = addEscape(string, i, text);
    } else {
      text += string.text[i++];
    }
  }
  return text;
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

bool isWord(std::string_view name) {
  const auto letter = [](char c) { return isLetter(c) && static_cast<unsigned char>(c) < 0x80; };
  return !name.empty() && letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (isLater(c) && !isLetter(c)); });
}

std::uint8_t seatOfWord(std::string_view word) {
  const bool seat = word.size() == 2 && word[0] == 'P' && word[1] >= '1' && word[1] <= '8';
  return seat ? static_cast<std::uint8_t>(word[1] - '0') : std::uint8_t{0};
}

std::string found(const Token& token) {
  if (token.isEnd()) return "the end of the line";
  return token.kind == Token::Kind::string ? "the text " + quoted(token.text.substr(1, token.text.size() - 2))
                                           : quoted(token.text);
}

}  // namespace docket::notation
