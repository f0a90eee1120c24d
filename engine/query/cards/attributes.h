// What a card has by its types: what the rules say of each type ("destroyed to" banishment), the stats that a type
// brings. Readings of the types that a card has
// (characteristics.h) and of the ruleset's table of types.
#pragma once

#include <string_view>
#include <vector>

#include "engine/state/state.h"

namespace docket {

struct AttributeReading {
  bool known = true;                     ///< false: it is not known what the card is
  std::vector<std::string_view> values;  ///< those of its types, each once, in the order of the types
  std::size_t holds = 0;                 ///< the one of them that holds; where there is none, 0
  EntryIndex entry = kNone;              ///< the entry that gave the type with that value; kNone: it is printed
  std::string_view clause{};             ///< by which it holds over the others; empty: there are no others
};

/// What the types of a card say of an attribute. Where they conflict the most restrictive value holds.
AttributeReading readAttribute(const State& state, const Rules& rules, CardIndex card, std::string_view name);

/// Whether a type that a card was given, and that is not printed on it, has the stat.
bool addedTypeHasStat(const State& state, const Rules& rules, CardIndex card, StatIndex stat);

}  // namespace docket
