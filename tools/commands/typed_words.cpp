#include "tools/commands/typed_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "events/errors.h"

namespace docket {
namespace {

constexpr std::array<std::string_view, 20> kReadAtLength{
    "help",   "--help",  "-h",   "games",    "show", "log",   "replay",  "explain",  "ask",   "limits",
    "verify", "rulings", "slip", "accounts", "diff", "rules", "regress", "coverage", "cards", "deck"};

}  // namespace

std::size_t placeOfCommand(std::span<const std::string> typed) {
  std::size_t place = 0;
  while (place < typed.size() && typed[place].starts_with("--")) {
    const std::string& option = typed[place];
    const bool has_value = option == "--archive" || option == "--color";
    if (!has_value && option != "--json" && !option.starts_with("--archive=") && !option.starts_with("--color=")) break;
    if (has_value && place + 1 == typed.size()) throw BadInput(fmt::format("{}: its value is missing", option));
    place += has_value ? 2 : 1;
  }
  return place;
}

std::vector<std::string> commandFirst(std::span<const std::string> typed) {
  const std::size_t command = placeOfCommand(typed);
  std::vector<std::string> words(typed.begin(), typed.end());
  if (command < words.size())
    std::rotate(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(command),
                words.begin() + static_cast<std::ptrdiff_t>(command) + 1);
  return words;
}

bool isReadAtLength(std::span<const std::string> typed) {
  try {
    const auto words = commandFirst(typed);
    const auto is = [&](std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); };
    if (words.empty() || is("--json")) return false;
    return is("--help") || std::find(kReadAtLength.begin(), kReadAtLength.end(), words.front()) != kReadAtLength.end();
  } catch (const BadInput&) {
    return false;  // it is told when the command is run
  }
}

}  // namespace docket
