#include "engine/query/consulted_cards.h"

#include <range/v3/algorithm/any_of.hpp>

namespace docket {

void noteCards(const State& state, const Rules& rules) {
  Consulted& consulted = *rules.ruleset.consulted;
  for (const Definition* definition : state.definitions->known) {
    if (definition != nullptr && definition->consulted != nullptr) consulted.add(*definition->consulted);
  }
  for (const auto& definition : rules.catalogue.definitions()) {
    const bool is_named = ranges::any_of(definition->abilities, [&](const Ability& ability) {
      return !ability.name.empty() && state.vocabulary->names.find(ability.name) != 0;
    });
    if (is_named && definition->consulted != nullptr) consulted.add(*definition->consulted);
  }
}

}  // namespace docket
