// The changes of one folded event, for observers of a game.
#pragma once

#include <vector>

#include "engine/rules/ids.h"
#include "engine/rules/state_parts.h"

namespace docket {

/// The changes of one event.
struct Step {
  /// Cards that changed, or whose readings can have; each once, in order of first change.
  std::vector<CardIndex> cards;
  CardIndex only_used = kNone;  ///< the card of an act, if the act changed only its use counts; one of `cards`
  bool is_void = false;         ///< the act was illegal and the ruleset holds it void
  EventNumber cause = 0;        ///< the first cause that the event names
  StateParts changed{};         ///< the parts of the state that changed; may include parts that did not

  void clear() {
    cards.clear();
    only_used = kNone;
    is_void = false;
    cause = 0;
    changed = {};
  }
};

}  // namespace docket
