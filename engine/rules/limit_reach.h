// The keys, events and returns that each kind of limit supports, and what can have such a limit: the tables that the
// counting (limits.cpp, counted_copies.cpp) follows and that documents are checked against.
#pragma once

#include <span>

#include "engine/rules/ruleset.h"
#include "schemas/card.capnp.h"

namespace docket {

/// True if a kind of limit counts cards rather than abilities.
[[nodiscard]] bool isOnCards(schema::Limit::Counted counted);

/// True if an ability of that kind can have a limit that counts such a thing.
[[nodiscard]] bool canHave(schema::Ability::Kind kind, schema::Limit::Counted counted);

/// True if such things can be counted by a key. `every`: for a limit that applies without being named.
[[nodiscard]] bool countsBy(schema::Limit::Counted counted, bool every, schema::Limit::Key key);

/// The events that can add to such a count; it can be judged only at these.
[[nodiscard]] std::span<const schema::Event::Which> judgedAt(schema::Limit::Counted counted);

/// True if such a use can be given back by that.
[[nodiscard]] bool isGivenBack(schema::Limit::Counted counted, bool by_instance, schema::Limit::GivenBack::When when);

}  // namespace docket
