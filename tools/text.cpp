#include "tools/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace docket {
namespace {

struct Range {
  char32_t first, last;
};

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

bool isWide(char32_t character) {
  return std::any_of(kWide.begin(), kWide.end(),
                     [&](Range range) { return range.first <= character && character <= range.last; });
}

}  // namespace

std::size_t columnsOf(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    const bool combining = character.value >= 0x300 && character.value <= 0x36F;
    if (!combining) columns += character.valid && isWide(character.value) ? 2 : 1;
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
