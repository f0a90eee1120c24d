#include "tools/words/text.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "events/text/letters.h"

namespace docket {
std::size_t columnsOf(std::string_view text) {
  const auto is_letter = [](char c) { return c >= ' ' && c <= '~'; };
  const auto* const beyond = std::find_if_not(text.begin(), text.end(), is_letter);
  auto columns = static_cast<std::size_t>(beyond - text.begin());
  text.remove_prefix(columns);
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    // A byte that is no UTF-8 is shown as one sign that stands for it.
    columns += character.valid
                   ? static_cast<std::size_t>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(character.value)))
                   : 1;
    text.remove_prefix(character.bytes);
  }
  return columns;
}

std::string padded(std::string_view text, std::size_t columns) {
  const auto taken = columnsOf(text);
  return std::string(text) + std::string(taken < columns ? columns - taken : 0, ' ');
}

bool sameLetters(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char x, char y) { return toSmall(x) == toSmall(y); });
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
