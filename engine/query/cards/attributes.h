// Attributes of a card by its types: what the rules say about each type ("destroyed to" banishment), and the stats that
// a type brings. Computed from the card's types (characteristics.h) and the ruleset's table of types.
#pragma once

#include <string_view>
#include <vector>

#include "engine/state/state.h"

namespace docket {

struct AttributeReading {
  bool known = true;                     ///< false: the card is unidentified
  std::vector<std::string_view> values;  ///< the values of its types, each once, in the order of the types
  std::size_t prevailing = 0;            ///< the index of the value that prevails; 0 if there is none
  EntryIndex entry = kNone;              ///< the entry that gave the type with that value; kNone: it is printed
  std::string_view clause{};             ///< the clause by which it prevails; empty: there are no others
};

/// The values of an attribute by a card's types. In a conflict, the most restrictive value prevails.
AttributeReading readAttribute(const State& state, const Rules& rules, CardIndex card, std::string_view name);

/// True if a type that a card was given, rather than a printed one, has the stat.
bool addedTypeHasStat(const State& state, const Rules& rules, CardIndex card, StatIndex stat);

}  // namespace docket
