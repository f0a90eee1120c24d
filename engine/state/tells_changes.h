// In which games a fold tells what is kept (kept.h) of what changes: only there anything that has to be told is kept.
// Where nothing can be it would cost each card that moves.
#pragma once

#include "engine/rules/catalogue.h"

namespace docket {

[[nodiscard]] inline bool tellsChanges(const Rules& rules) {
  return !rules.ruleset.wins.empty() || rules.catalogue.continuous || rules.catalogue.triggers != 0 ||
         (rules.ruleset.triggers_before | rules.ruleset.triggers_after) != 0 || rules.ruleset.modifiers_to_host ||
         !rules.ruleset.traits.empty();
}

}  // namespace docket
