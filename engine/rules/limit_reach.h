// What each kind of limit can count by, be judged at and be given back by, and what can have it: the tables that the
// counting (limits.cpp, copies.cpp) follows, for documents to be held to.
#pragma once

#include <span>

#include "engine/rules/ruleset.h"
#include "schemas/card.capnp.h"

namespace docket {

/// Whether such a thing is counted of cards, and not of abilities.
[[nodiscard]] bool isOnCards(schema::Limit::Counted counted);

/// Whether an ability of that kind can have a limit that counts such a thing.
[[nodiscard]] bool canHave(schema::Ability::Kind kind, schema::Limit::Counted counted);

/// Whether such things are counted by a key. `every`: of a limit that holds without being named.
[[nodiscard]] bool countsBy(schema::Limit::Counted counted, bool every, schema::Limit::Key key);

/// The events that can add to such a count, at which alone it can be judged.
[[nodiscard]] std::span<const schema::Event::Which> judgedAt(schema::Limit::Counted counted);

/// Whether a use is ever given back by that.
[[nodiscard]] bool isGivenBack(schema::Limit::Counted counted, bool by_instance, schema::Limit::GivenBack::When when);

}  // namespace docket
