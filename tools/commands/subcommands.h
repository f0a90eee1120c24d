// The uses of a command that has several, such as `docket cards find TEXT` and `docket cards show CARD`. They are
// parsed from its usage line, so that parsing, completion and help agree.
// Invariant: a command with one use has no names of uses, and every option belongs to that use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/commands/command.h"

namespace docket {

/// The ways to use a command, each the names of its places: "[list | show RULESET]" has two, the second of two places.
[[nodiscard]] std::vector<std::vector<std::string>> usageVariantsOf(const Command& command);
/// True if a place is a literal word such as "list" rather than a placeholder such as "RULESET".
[[nodiscard]] bool isWordOfCommand(std::string_view place);
/// The names of the uses of a command, in the order of its help; empty if it has one use.
[[nodiscard]] std::vector<std::string> subcommandsOf(const Command& command);
/// The use that was typed: the one named by the first word, or the first use if there is no word. Empty for a command
/// with one use. Throws BadInput for an unknown word, with the nearest.
[[nodiscard]] std::string typedSubcommand(const Command& command, const std::vector<std::string>& words);

/// The uses and options that an option belongs to (Option::of); none: every use.
[[nodiscard]] std::vector<std::string> ownersOf(const Option& option);
/// Whether an option belongs to a use of its command.
[[nodiscard]] bool belongsToSubcommand(const Option& option, std::string_view use);

}  // namespace docket
