#include "engine/rules/granted_texts.h"

namespace docket {

std::set<std::string, std::less<>> grantedTexts(const Rules& rules) {
  using What = schema::Effect::What;
  std::set<std::string, std::less<>> names;
  const auto add = [&](const Ability& text) {
    for (const Effect& effect : text.effects) {
      if (effect.what == What::GRANT_TRAIT || effect.what == What::GRANT_ABILITY) names.insert(effect.name);
    }
  };
  for (const NamedTrait& trait : rules.ruleset.traits) {
    if (trait.text) add(*trait.text);
  }
  for (const auto& ability : rules.ruleset.abilities) add(*ability);
  for (const auto& definition : rules.catalogue.definitions()) {
    for (const Ability& ability : definition->abilities) add(ability);
  }
  return names;
}

}  // namespace docket
