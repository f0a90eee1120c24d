// Finds the command among the words of a command line, before they are parsed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace docket {

/// The index of the command in the words after "docket", after any options that precede it; the size of `typed` if
/// there is none. Throws BadInput if one of these options lacks its value.
[[nodiscard]] std::size_t placeOfCommand(std::span<const std::string> typed);

/// The same words with the options before the command moved directly after it, so that the command's own options
/// override them. Throws BadInput for such an option without its value.
[[nodiscard]] std::vector<std::string> commandFirst(std::span<const std::string> typed);

/// True if the output is long text, for which a person at a terminal wants a pager: a transcript, an explanation, a
/// help page. False for JSON, for commands that change the archive, and for interactive ones.
[[nodiscard]] bool usesPager(std::span<const std::string> typed);

}  // namespace docket
