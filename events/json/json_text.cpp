#include "events/json/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "events/errors.h"
#include "events/json/json_place.h"
#include "events/text/quoted.h"

namespace docket {
namespace {

/// Lines come by the million: their buffer and parser are kept. What is longer has its own, so that a thread does not
/// hold the memory of the longest text that it ever read.
constexpr std::size_t kKeptBytes = 64U << 10;

/// How many bytes the well-formed UTF-8 character at `at` has; 0 if there is none.
std::size_t characterBytes(std::string_view text, std::size_t at) {
  const std::size_t most = std::min<std::size_t>(4, text.size() - at);
  for (std::size_t bytes = 1; bytes <= most; ++bytes) {
    if (simdjson::validate_utf8(text.data() + at, bytes)) return bytes;
  }
  return 0;
}

}  // namespace

JsonText::JsonText(const JsonSource& source, const JsonOptions& options) : source_(source) {
  thread_local std::string kept;
  thread_local simdjson::ondemand::parser kept_parser;
  if (source.text.size() > options.max_bytes) {
    throw BadInput(source.file, source.first_line, 0, fmt::format("longer than {} bytes", options.max_bytes));
  }
  const bool is_short = source.text.size() <= kKeptBytes;
  buffer_ = is_short ? &kept : &own_;
  parser_ = is_short ? &kept_parser : &own_parser_;
  buffer_->reserve(std::max(is_short ? kKeptBytes : 0, source.text.size()) + simdjson::SIMDJSON_PADDING);
  buffer_->assign(source.text);
  if (options.comments) blankComments();
}

/// A comment begins outside of strings only; its bytes become blanks, so that every offset stays.
void JsonText::blankComments() {
  std::string& text = *buffer_;
  if (text.find("//") == std::string::npos) return;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == '"') {
        in_string = false;
      }
    } else if (text[i] == '"') {
      in_string = true;
    } else if (text.compare(i, 2, "//") == 0) {
      for (; i < text.size() && text[i] != '\n'; ++i) text[i] = ' ';
    }
  }
}

simdjson::ondemand::document JsonText::begin() {
  simdjson::ondemand::document document;
  const simdjson::padded_string_view view(buffer_->data(), buffer_->size(), buffer_->capacity());
  if (pastSpace(0) == end()) fail(0, "expected an object, found nothing");
  if (const auto error = parser_->iterate(view).get(document)) failBytes(error);
  return document;
}

std::size_t JsonText::offsetOf(const char* at) const {
  const auto offset = static_cast<std::size_t>(at - buffer_->data());
  return std::min(offset, end());
}

char JsonText::at(std::size_t offset) const { return offset < end() ? (*buffer_)[offset] : ' '; }

std::size_t JsonText::pastSpace(std::size_t offset) const {
  return std::min(buffer_->find_first_not_of(" \t\r\n", offset), end());
}

std::size_t JsonText::closingQuote(std::size_t offset) const {
  for (++offset; offset < end() && (*buffer_)[offset] != '"'; ++offset) {
    if ((*buffer_)[offset] == '\\') ++offset;
  }
  return std::min(offset, end());
}

std::size_t JsonText::elements(std::size_t offset) const {
  std::size_t depth = 0;
  std::size_t commas = 0;
  bool empty = true;
  for (std::size_t i = offset; i < end(); ++i) {
    const char c = (*buffer_)[i];
    if (depth == 1 && c == ',') ++commas;
    if (c == ']' || c == '}') {
      if (--depth == 0) break;
    }
    if (i != offset && c != ' ' && c != '\t' && c != '\r' && c != '\n') empty = false;
    if (c == '[' || c == '{') ++depth;
    if (c == '"') i = closingQuote(i);
  }
  return empty ? 0 : commas + 1;
}

std::string_view JsonText::within(std::size_t offset) const {
  std::size_t depth = 0, last = offset;
  for (; last < end(); ++last) {
    const char c = (*buffer_)[last];
    if (c == '{' || c == '[') ++depth;
    if ((c == ']' || c == '}') && --depth == 0) break;
    if (c == '"') last = closingQuote(last);
  }
  return std::string_view(*buffer_).substr(offset, std::min(last + 1, end()) - offset);
}

std::size_t JsonText::badEscape(std::size_t offset) const {
  const std::string_view text = *buffer_;
  const auto hexadecimal = [&](std::size_t from) {
    unsigned unit = 0;
    const auto* end = text.data() + std::min(from + 4, text.size());
    return std::from_chars(text.data() + from, end, unit, 16).ptr == text.data() + from + 4 ? unit : 0x110000U;
  };
  const auto unit_at = [&](std::size_t at) { return text.substr(at, 2) == "\\u" ? hexadecimal(at + 2) : 0x110000U; };
  for (std::size_t i = offset + 1; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] != '\\') continue;
    if (i + 1 >= text.size() || std::string_view("\"\\/bfnrtu").find(text[i + 1]) == std::string_view::npos) return i;
    if (text[i + 1] != 'u') {
      ++i;
      continue;
    }
    const unsigned unit = unit_at(i);
    if (unit > 0xFFFF || (unit >= 0xDC00 && unit < 0xE000)) return i;
    if (unit >= 0xD800 && unit < 0xDC00) {
      const unsigned low = unit_at(i + 6);
      if (low < 0xDC00 || low > 0xDFFF) return i;
      i += 6;
    }
    i += 5;
  }
  return offset;
}

void JsonText::failEscape(std::size_t offset) const {
  fail(badEscape(offset), "JSON has no such escape, or this is half of a surrogate pair");
}

TextPlace JsonText::place(std::size_t offset) const {
  const auto before = source_.text.substr(0, offset);
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const auto last = before.rfind('\n');
  return {.line = source_.first_line + lines, .column = last == std::string_view::npos ? offset + 1 : offset - last};
}

void JsonText::fail(std::size_t offset, const std::string& message) const {
  const auto [line, column] = place(offset);
  throw BadInput(source_.file, line, column, message);
}

/// simdjson looks at the last bracket first, and then says only that it is not the first one's.
void JsonText::failRoot() const {
  std::string open;
  for (std::size_t i = pastSpace(0); i < end(); i = pastSpace(i + 1)) {
    const char c = (*buffer_)[i];
    if (c == '{' || c == '[') open += c == '{' ? '}' : ']';
    if (c == '}' || c == ']') {
      if (open.back() != c) failAt(i);
      open.pop_back();
    }
    if (c == '"') i = closingQuote(i);
    if (!open.empty()) continue;
    if (const auto rest = pastSpace(i + 1); rest != end()) fail(rest, "remove the text after the object");
  }
  fail(end(), "the text ends inside an object or a list");
}

void JsonText::failAt(std::size_t offset) const {
  const std::string_view byte(buffer_->data() + offset, 1);
  fail(offset, fmt::format("this is not JSON: {} is not expected here", docket::quoted(byte)));
}

void JsonText::failSyntax(simdjson::ondemand::document& document) const {
  const auto location = document.current_location();
  const std::size_t offset = location.error() ? end() : offsetOf(location.value_unsafe());
  if (pastSpace(offset) == end()) fail(end(), "the text ends inside an object or a list");
  failAt(offset);
}

/// simdjson says that the bytes are wrong, but not where.
void JsonText::failBytes(simdjson::error_code error) const {
  const std::string_view text = *buffer_;
  std::size_t string_began = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size();) {
    const auto bytes = characterBytes(text, i);
    if (bytes == 0) fail(i, "these bytes are not UTF-8");
    const auto byte = static_cast<unsigned char>(text[i]);
    if (in_string && byte < 0x20) fail(i, fmt::format("a string cannot hold the control character \\x{:02x}", byte));
    if (byte == '"') {
      in_string = !in_string;
      string_began = i;
    }
    i += bytes + (in_string && byte == '\\' && i + 1 < text.size() && text[i + 1] < 0x7F ? 1 : 0);
  }
  if (in_string) fail(string_began, "this string does not end");
  fail(0, fmt::format("this is not JSON: {}", simdjson::error_message(error)));
}

}  // namespace docket
