// Cards that were printed more than once: under keys of their own in a catalogue, and one card to whoever calls it by
// its title. Its place: asked where a title is looked up, and where two cards have to be told apart. Invariant: two
// cards are only one where all that counts on them is known to be the same.
#pragma once

#include "engine/rules/catalogue.h"

namespace docket {

/// Whether two definitions are one card, printed twice: title, version, text, types, keywords, stats and what else
/// counts are the same. Abilities come from the text, so where there is none nothing says that they are.
[[nodiscard]] bool isReprint(const Definition& one, const Definition& other);

}  // namespace docket
