// Resolves the game's names in the ruleset, and the identities of its cards as far as they are recorded.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Adds the definition of a key: the catalogue's, or else one from what is printed.
void addDefinition(Definitions& definitions, const Rules& rules, std::string_view key, schema::Printed::Reader printed);
void addName(Vocabulary& vocabulary, const Ruleset& ruleset, std::string_view name);
/// Add the names, or the identities, in the context of an event.
void addNames(Fold& fold, capnp::List<capnp::Text>::Reader names);
void addIdentities(Fold& fold, capnp::List<schema::Identity>::Reader identities);
/// Gives a card the definition with that number in State::definitions.
void identify(Fold& fold, CardIndex card, std::uint32_t definition);

}  // namespace docket
