// Modifiers of attached cards: if the ruleset says so, a modifier printed on an attached card is a bonus or penalty of
// its host, by the modifier's current amount. Computed like continuous traits (computed.h), and never recorded; a
// modifier that the record itself gives is not counted twice.
#pragma once

#include <vector>

#include "engine/query/state_reader.h"

namespace docket {

/// The entries, in the order of the attached cards. Doubtful if an attached card is unidentified.
std::vector<Entry> modifiers(StateReader& reader);

/// True if a computed entry is a modifier; its source is the attached card.
bool isModifier(const Entry& entry);

}  // namespace docket
