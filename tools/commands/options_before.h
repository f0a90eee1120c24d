// What may stand between "docket" and its command on a command line: the options of every command.
// Its place: for the program, which runs what was typed, and for completion, which reads what is being typed.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace docket {

/// Where the command stands in what was typed after "docket": behind the options that may come before it. The size of
/// `typed` where there is none. Throws BadInput where one of these options lacks its value.
[[nodiscard]] std::size_t placeOfCommand(std::span<const std::string> typed);

}  // namespace docket
