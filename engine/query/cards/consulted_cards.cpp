#include "engine/query/cards/consulted_cards.h"

#include "engine/rules/granted_texts.h"

namespace docket {

ConsultedCards::ConsultedCards(const Rules& rules) : rules_(rules), of_all_(rules.ruleset.read_by) {
  const auto granted = grantedTexts(rules);
  for (const auto& definition : rules.catalogue.definitions()) {
    for (const Ability& ability : definition->abilities) {
      if (ability.name.empty()) continue;
      if (granted.contains(ability.name)) of_all_.add(*definition->consulted);
      named_.emplace_back(ability.name, definition->consulted.get());
    }
  }
}

void ConsultedCards::note(const State& state) const {
  rules_.ruleset.record([&](Consulted& footprint) {
    footprint.add(of_all_);
    for (const Definition* definition : state.definitions->known) {
      if (definition != nullptr && definition->consulted != nullptr) footprint.add(*definition->consulted);
    }
    for (const auto& named : named_) {
      if (state.vocabulary->names.find(named.first) != 0) footprint.add(*named.second);
    }
  });
}

}  // namespace docket
