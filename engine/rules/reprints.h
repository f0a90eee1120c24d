// Reprinted cards: different keys in a catalogue, but one card by title. Used to look up a title, and to decide whether
// two cards differ.
// Invariant: two cards are the same only if everything that matters on them is known to be equal.
#pragma once

#include "engine/rules/catalogue.h"

namespace docket {

/// True if two definitions are printings of one card: title, version, text, types, keywords, stats and everything else
/// that matters are equal. Abilities come from the text, so without a text they cannot be compared.
[[nodiscard]] bool isReprint(const Definition& one, const Definition& other);

}  // namespace docket
