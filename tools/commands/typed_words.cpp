#include "tools/commands/typed_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <string_view>

#include "events/errors.h"
#include "tools/commands/command.h"

namespace docket {
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

bool usesPager(std::span<const std::string> typed) {
  try {
    const auto words = commandFirst(typed);
    const auto has = [&](std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); };
    if (words.empty() || has("--json")) return false;
    if (has("--help") || words.front() == "help" || words.front() == "-h") return true;
    return ranges::any_of(commands(), [&](const Command& one) { return one.uses_pager && one.name == words.front(); });
  } catch (const BadInput&) {
    return false;  // it is reported when the command is run
  }
}

}  // namespace docket
