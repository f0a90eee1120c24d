// Determines in which games a fold reports changes to the cache (derived.h): only in games that cache anything.
// Elsewhere, reporting would slow down every move of a card for nothing.
#pragma once

#include "engine/rules/catalogue.h"

namespace docket {

[[nodiscard]] inline bool reportsChanges(const Rules& rules) {
  return !rules.ruleset.wins.empty() || rules.catalogue.continuous || rules.catalogue.triggers != 0 ||
         (rules.ruleset.triggers_before | rules.ruleset.triggers_after) != 0 || rules.ruleset.modifiers_to_host ||
         !rules.ruleset.traits.empty();
}

}  // namespace docket
