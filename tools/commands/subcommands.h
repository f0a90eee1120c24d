// The subcommands of a command, such as `docket cards find TEXT` and `docket cards show CARD`. They are parsed from its
// usage line, so that parsing, completion and help agree.
// Invariant: a command without subcommands has no names of them, and all its options apply.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/commands/command.h"

namespace docket {

/// The usage variants of a command, each the names of its places: "[list | show RULESET]" has two, the second of two
/// places.
[[nodiscard]] std::vector<std::vector<std::string>> usageVariantsOf(const Command& command);
/// True if a place is a literal word such as "list" rather than a placeholder such as "RULESET".
[[nodiscard]] bool isWordOfCommand(std::string_view place);
/// The names of the subcommands, in the order of the help; empty if there are none.
[[nodiscard]] std::vector<std::string> subcommandsOf(const Command& command);
/// The subcommand that was typed: the one named by the first word, or the first one if there is no word. Empty for a
/// command without subcommands. Throws BadInput for an unknown word, with the nearest.
[[nodiscard]] std::string typedSubcommand(const Command& command, const std::vector<std::string>& words);

/// The place of the other command's words in a command that takes one: after its own options and their values. For any
/// other command: the end.
[[nodiscard]] std::size_t placeOfOtherCommand(const Command& command, std::span<const std::string> typed);

/// The subcommands and options that an option belongs to (Option::belongs_to); none: every subcommand.
[[nodiscard]] std::vector<std::string> ownersOf(const Option& option);
/// True if an option belongs to a subcommand.
[[nodiscard]] bool belongsToSubcommand(const Option& option, std::string_view subcommand);

}  // namespace docket
