// What folding one event changed: what whoever watches a game tells anew.
#pragma once

#include <vector>

#include "engine/rules/ids.h"
#include "engine/rules/state_parts.h"

namespace docket {

/// What one event changed.
struct Step {
  std::vector<CardIndex>
      cards;                    ///< those that changed, or whose readings can have; each once, in order of first change
  CardIndex only_used = kNone;  ///< of these the card of an act, where nothing changed but what limits count of it
  bool is_void = false;         ///< the act was illegal and the ruleset holds it void
  EventNumber cause = 0;        ///< the first cause that the event names
  StateParts changed{};         ///< the parts of the state that changed, or more of them

  void clear() {
    cards.clear();
    only_used = kNone;
    is_void = false;
    cause = 0;
    changed = {};
  }
};

}  // namespace docket
