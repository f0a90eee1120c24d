// The uses of a command that has several, as `docket cards find TEXT` and `docket cards show CARD`: read from the words
// of its help, so that parsing, completion and help agree.
// Invariant: a command of one use has no names of uses, and every option belongs to that one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/commands/command.h"

namespace docket {

/// The ways to use a command, each the names of its places: "[list | show RULESET]" has two, the second of two places.
[[nodiscard]] std::vector<std::vector<std::string>> waysOf(const Command& command);
/// Whether a place is a word of the command itself, as "list", and not what somebody puts there, as "RULESET".
[[nodiscard]] bool isWordOfCommand(std::string_view place);
/// The names of the uses of a command, in the order of its help; empty if it has one use.
[[nodiscard]] std::vector<std::string> usesOf(const Command& command);
/// The use that was typed: that of the first word, and the first of all if there is no word. Empty for a command of one
/// use. Throws BadInput for a word that is none, with the nearest.
[[nodiscard]] std::string useTyped(const Command& command, const std::vector<std::string>& words);

/// What an option belongs to (Option::of), each by itself; none: to every use.
[[nodiscard]] std::vector<std::string> ownersOf(const Option& option);
/// Whether an option belongs to a use of its command.
[[nodiscard]] bool isOfUse(const Option& option, std::string_view use);

}  // namespace docket
