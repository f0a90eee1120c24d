#include "tools/commands/options_before.h"

#include <fmt/format.h>

#include "events/errors.h"

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

}  // namespace docket
