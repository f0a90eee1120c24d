// A small catalogue to fill in: the head of the file and a card or two, in the words of a ruleset.
// Invariant: it is a catalogue that `docket cards check` accepts as it is, without a note.
#pragma once

#include <string>

#include "engine/rules/ruleset.h"
#include "tools/game/documents.h"

namespace docket {

/// The catalogue, with comments on what to write, as text that ends with a line break. `ruleset` compiles to `rules`.
[[nodiscard]] std::string catalogueTemplate(const HeldDocument& ruleset, const Ruleset& rules);

}  // namespace docket
