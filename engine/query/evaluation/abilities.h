// Functions about abilities, traits and the obligations from them. Internal to engine/query/evaluation.
#pragma once

#include <optional>
#include <vector>

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// Triggers, keywords and designators of abilities, obligations, and acts that must follow an event.
Value evaluateAbility(const Call& call);
/// The ability that the first two arguments name: a card's by its number, or by the name under which it was given to a
/// card or player; empty if they name none. Adds the values that it was read from to `from`.
std::optional<AbilityKey> abilityNamed(const Call& call, std::vector<Value>& from);
/// Whether the effect behind a recorded event has a keyword: one that the event itself gives it, or one of the ability
/// or card that it comes from. Requires a point whose record has that event.
Value effectKeyword(const Call& call, EventNumber event);

}  // namespace docket::expression
