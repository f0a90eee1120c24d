// The words of a command line before they are parsed: finds which of them is the command.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace docket {

/// Where the command is in what was typed after "docket": behind the options that may come before it. The size of
/// `typed` if there is none. Throws BadInput if one of these options lacks its value.
[[nodiscard]] std::size_t placeOfCommand(std::span<const std::string> typed);

/// The same words, with the options before the command put behind it: what the command itself is told comes after them,
/// and outranks them. Throws BadInput for such an option without its value.
[[nodiscard]] std::vector<std::string> commandFirst(std::span<const std::string> typed);

/// Whether what the command says is read at length, so that a person at a terminal wants a pager: a transcript, an
/// explanation, a help; not JSON, and nothing that changes the archive or is talked with.
[[nodiscard]] bool isReadAtLength(std::span<const std::string> typed);

}  // namespace docket
