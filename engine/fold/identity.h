// What the game's names mean in the ruleset, and what its cards are as far as the record knows.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Adds what a key means: the catalogue's definition, or else what is printed.
void addDefinition(Definitions& definitions, const Rules& rules, std::string_view key, schema::Printed::Reader printed);
void addName(Vocabulary& vocabulary, const Ruleset& ruleset, std::string_view name);
/// The names, or the identities, that stand around an event.
void learnNames(Fold& fold, capnp::List<capnp::Text>::Reader names);
void learnIdentities(Fold& fold, capnp::List<schema::Identity>::Reader identities);
/// A card is what has that number in State::definitions.
void identify(Fold& fold, CardIndex card, std::uint32_t definition);

}  // namespace docket
