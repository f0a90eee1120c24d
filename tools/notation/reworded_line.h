// Lines that people write in other words than those of the table of phrases: a loss ("times out", "loses on time"), and
// a change of a stat ("sets Force of Steady Guard to 0 until turn", "Steady Guard gets +2 Force"). Internal to the
// reading of lines.
// Invariant: only what somebody types is reworded, and only if the line has that form.
#pragma once

#include <optional>
#include <string>

#include "tools/notation/line_subject.h"

namespace docket::notation {

/// True for a change of a stat that is written as after a "+", but without it: "maximum Force 2 on Steady Guard".
[[nodiscard]] bool isChange(Cursor line, const Ruleset& ruleset);

/// The line that a player's loss means in a game of two players: "P1 wins as time". `line`: from its verb on. Throws a
/// Mistake if more than two play.
[[nodiscard]] std::optional<std::string> rewordedLoss(const Cursor& line, Seat loser, std::uint32_t seats);

/// A change of a stat as it follows a "+": "set Force 0 on "Steady Guard" until turn". `line`: from its first word on,
/// the card in front of the verb included.
[[nodiscard]] std::optional<std::string> rewordedChange(const Cursor& line, const Ruleset& ruleset,
                                                        const CardFinder& finder);

}  // namespace docket::notation
