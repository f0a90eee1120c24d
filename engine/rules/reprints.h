// Reprinted cards: different keys in a catalogue, but one card by title. Used where a title is looked up, and where two
// cards are told apart. Invariant: two cards are the same only if everything that matters on them is known to be equal.
#pragma once

#include "engine/rules/catalogue.h"

namespace docket {

/// True if two definitions are printings of one card: title, version, text, types, keywords, stats and everything else
/// that matters are equal. Abilities come from the text, so without a text they cannot be compared.
[[nodiscard]] bool isReprint(const Definition& one, const Definition& other);

}  // namespace docket
