#include "tools/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace docket {
namespace {

struct Range {
  char32_t first, last;
};

// What turns a line around, is invisible, or ends it: Unicode's Bidi_Control, Default_Ignorable_Code_Point of the
// general punctuation, line and paragraph separator, the tags, the byte order mark, private use and noncharacters
// aside.
constexpr std::array<Range, 12> kHarmful{{{0x00, 0x1F},
                                          {0x7F, 0x9F},
                                          {0xAD, 0xAD},
                                          {0x061C, 0x061C},
                                          {0x180E, 0x180E},
                                          {0x200B, 0x200F},
                                          {0x2028, 0x202E},
                                          {0x2060, 0x206F},
                                          {0xFEFF, 0xFEFF},
                                          {0xFFF9, 0xFFFB},
                                          {0xFFFE, 0xFFFF},
                                          {0xE0000, 0xE0FFF}}};

// East Asian Wide and Fullwidth, in the coarse blocks that terminals agree on.
constexpr std::array<Range, 9> kWide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0xFFE0, 0xFFE6},
                                      {0x1F300, 0x1FAFF}}};

template <std::size_t N>
bool isIn(const std::array<Range, N>& ranges, char32_t character) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](Range range) { return range.first <= character && character <= range.last; });
}

struct Character {
  char32_t value = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

// The character that begins the text; an invalid byte is one of its own.
Character firstOf(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {.value = lead, .bytes = 1, .valid = true};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  char32_t value = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80) return {};
    value = value << 6U | (next & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kLeast[bytes] || value > 0x10FFFF || surrogate) return {};
  return {.value = value, .bytes = bytes, .valid = true};
}

bool isPlain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

}  // namespace

std::string printable(std::string_view text, LineBreaks breaks) {
  if (isPlain(text)) return std::string(text);
  std::string result;
  while (!text.empty()) {
    const Character character = firstOf(text);
    if (!character.valid) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else if (character.value == '\n') {
      result += breaks == LineBreaks::kept ? "\n" : "\\n";
    } else if (!isIn(kHarmful, character.value)) {
      result += text.substr(0, character.bytes);
    } else if (character.value < 0x80) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned>(character.value));
    } else {
      result += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(character.value));
    }
    text.remove_prefix(character.bytes);
  }
  return result;
}

std::size_t columnsOf(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Character character = firstOf(text);
    const bool combining = character.value >= 0x300 && character.value <= 0x36F;
    if (!combining) columns += character.valid && isIn(kWide, character.value) ? 2 : 1;
    text.remove_prefix(character.bytes);
  }
  return columns;
}

std::string padded(std::string_view text, std::size_t columns) {
  const auto taken = columnsOf(text);
  return std::string(text) + std::string(taken < columns ? columns - taken : 0, ' ');
}

bool sameLetters(std::string_view one, std::string_view other) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [&](char x, char y) { return small(x) == small(y); });
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

std::string styled(bool colour, Style style, std::string_view text) {
  if (!colour || style == Style::plain || text.empty()) return std::string(text);
  constexpr std::array<std::string_view, 7> kCodes{"0", "1", "2", "32", "31", "33", "36"};
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<std::size_t>(style)], text);
}

}  // namespace docket
