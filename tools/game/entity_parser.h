// Parses the cards, players and other entities of a table that a person names: "#12", "P1", "place 3".
#pragma once

#include <string_view>

#include "engine/state/state.h"

namespace docket {

/// The subject that "#12", "P1", "place 3", "unit 2" or "game" names; kNone for any other text. Throws BadInput if the
/// named card does not exist.
[[nodiscard]] Entity subjectIn(std::string_view text, const State& state);

/// The card that "#12" names. Throws BadInput if there is no such card.
[[nodiscard]] CardIndex cardIn(std::string_view text, const State& state);

/// Parses a number; `what` is what was expected, as in "the number of an event". Throws BadInput.
[[nodiscard]] std::uint32_t numberIn(std::string_view text, std::string_view what);

}  // namespace docket
