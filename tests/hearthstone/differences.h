// The causes for which a computed stat differs from the server's.
#pragma once

#include <cstdint>
#include <string>

#include "engine/rules/catalogue.h"
#include "engine/state/state.h"

namespace docket::hearthstone {

/// A stat of a card at a point of a game.
struct StatOfCard {
  const State& state;
  const Rules& rules;
  CardIndex card;
  const char* fact;  ///< the field of the facts that has the printed value
  StatIndex stat;
  std::int64_t by = 0;  ///< by how much the rules exceed the server
};

/// Why the rules compute another stat than the server: who is wrong, and why. Empty: no cause is known.
std::string causeOf(const StatOfCard& of);

}  // namespace docket::hearthstone
