#include "events/text/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace docket {
namespace {

struct CharacterRange {
  char32_t first, last;
};

/// Characters that reverse, hide or end a line: Unicode's Bidi_Control, Default_Ignorable_Code_Point of the general
/// punctuation, line and paragraph separator, the tags, the byte order mark, private use and noncharacters aside.
constexpr std::array<CharacterRange, 12> kHarmful{{{0x00, 0x1F},
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

/// Nearly all text is plain: eight characters are looked at together, each a byte of a word.
constexpr std::uint64_t inEach(std::uint8_t byte) { return 0x0101010101010101U * byte; }
constexpr std::uint64_t kHighest = inEach(0x80);

/// True if a byte of a word is less than `least`, which is at most 0x80.
constexpr bool anyBelow(std::uint64_t word, std::uint8_t least) {
  return ((word - inEach(least)) & ~word & kHighest) != 0;
}
constexpr bool any(std::uint64_t word, char c) { return anyBelow(word ^ inEach(static_cast<std::uint8_t>(c)), 1); }

bool isPlainCharacter(char c) { return c >= 0x20 && c < 0x7F; }
bool standsInJson(char c) { return isPlainCharacter(c) && c != '"' && c != '\\'; }

bool arePlain(std::uint64_t word) { return (word & kHighest) == 0 && !anyBelow(word, 0x20) && !any(word, 0x7F); }
bool standInJson(std::uint64_t word) { return arePlain(word) && !any(word, '"') && !any(word, '\\'); }

/// How many characters at the beginning are such; `all` asks the same of eight together.
template <class All, class One>
std::size_t lengthOf(std::string_view text, All&& all, One&& one) {
  std::size_t length = 0;
  for (std::uint64_t word = 0; text.size() - length >= sizeof word; length += sizeof word) {
    std::memcpy(&word, text.data() + length, sizeof word);
    if (!all(word)) break;
  }
  while (length < text.size() && one(text[length])) ++length;
  return length;
}

bool isPlain(std::string_view text) { return lengthOf(text, arePlain, isPlainCharacter) == text.size(); }

}  // namespace

Character firstCharacter(std::string_view text) {
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

bool isHarmful(char32_t character) {
  return std::any_of(kHarmful.begin(), kHarmful.end(),
                     [&](CharacterRange range) { return range.first <= character && character <= range.last; });
}

std::string printable(std::string_view text, LineBreaks breaks) {
  if (isPlain(text)) return std::string(text);
  std::string result;
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    if (!character.valid) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else if (character.value == '\n') {
      result += breaks == LineBreaks::kept ? "\n" : "\\n";
    } else if (!isHarmful(character.value)) {
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

void appendJsonString(std::string& json, std::string_view text) {
  json += '"';
  for (;;) {
    const std::size_t length = lengthOf(text, standInJson, standsInJson);
    json += text.substr(0, length);
    text.remove_prefix(length);
    if (text.empty()) break;
    const Character character = firstCharacter(text);
    if (character.value == '"' || character.value == '\\') json += '\\';
    if (!character.valid) {
      json += "\\ufffd";
    } else if (character.value == '\n') {
      json += "\\n";
    } else if (!isHarmful(character.value)) {
      json += text.substr(0, character.bytes);
    } else if (const auto value = static_cast<std::uint32_t>(character.value); value < 0x10000) {
      fmt::format_to(std::back_inserter(json), "\\u{:04x}", value);
    } else {
      fmt::format_to(std::back_inserter(json), "\\u{:04x}\\u{:04x}", 0xD7C0U + (value >> 10U),
                     0xDC00U + (value & 0x3FFU));
    }
    text.remove_prefix(character.bytes);
  }
  json += '"';
}

}  // namespace docket
