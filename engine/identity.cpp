// What the game's names mean in the ruleset, and what its cards are as far as the record knows.
#include <range/v3/algorithm/find_if.hpp>

#include "engine/fold.h"

namespace docket {
namespace {

std::string_view view(capnp::Text::Reader text) { return {text.begin(), text.size()}; }

Binding bindingOf(std::string_view name, const Ruleset& ruleset) {
  Binding binding{.zone = ruleset.zone(name),
                  .stat = ruleset.stat(name),
                  .value = ruleset.value(name),
                  .period = ruleset.period(name)};
  for (std::size_t i = 0; i < ruleset.orientations.size(); ++i) {
    if (ruleset.orientations[i] == name) binding.orientation = static_cast<std::uint8_t>(i);
  }
  for (std::size_t i = 0; i < ruleset.limits.size(); ++i) {
    if (ruleset.limits[i].every_ability && ruleset.limits[i].designator == name) binding.limits |= 1ULL << i;
  }
  return binding;
}

/// The number that the game has for what an identity says; 0 where it says nothing.
std::uint32_t definitionNumber(Fold& fold, schema::Identity::Reader identity) {
  const auto key = view(identity.getDefinition());
  const bool printed = identity.hasPrinted();
  if (key.empty() && !printed) return 0;
  if (!printed) {
    const auto& by_key = fold.state.definitions->by_key;
    if (const auto known = by_key.find(key); known != by_key.end()) return known->second;
  }
  Definitions& definitions = fold.state.definitions.edit();
  addDefinition(definitions, fold.rules, key, identity.getPrinted());
  return static_cast<std::uint32_t>(definitions.known.size() - 1);
}

}  // namespace

void addDefinition(Definitions& definitions, const Rules& rules, std::string_view key,
                   schema::Printed::Reader printed) {
  const auto number = static_cast<std::uint32_t>(definitions.known.size());
  if (const Definition* found = rules.catalogue.find(key); found != nullptr && !key.empty()) {
    definitions.known.push_back(found);
    definitions.by_key.emplace(found->key, number);
    return;
  }
  auto own = std::make_shared<Definition>(printedDefinition(printed, key, rules.ruleset));
  // A title that the game has already keeps its number; a new one gets a number that no catalogue gives.
  const auto same = ranges::find_if(definitions.known, [&](const Definition* other) {
    return other != nullptr && !own->title.empty() && other->title == own->title;
  });
  const bool titled = same != definitions.known.end();
  own->title_number = titled ? (*same)->title_number : 0x80000000U + number;
  own->chain = titled ? (*same)->chain : own->title_number;
  definitions.known.push_back(own.get());
  definitions.by_key.emplace(own->key, number);
  definitions.own.push_back(std::move(own));
}

void addName(Vocabulary& vocabulary, const Ruleset& ruleset, std::string_view name) {
  vocabulary.names.number(name);
  vocabulary.bindings.push_back(bindingOf(name, ruleset));
}

void learnNames(Fold& fold, schema::Event::Reader event) {
  const auto names = event.getContext().getNames();
  if (names.size() == 0) return;
  Vocabulary& vocabulary = fold.state.vocabulary.edit();
  for (auto name : names) {
    if (name.size() == 0 || vocabulary.names.find(view(name)) != 0)
      fold.malformed("it brings a name that is empty or known");
    addName(vocabulary, fold.ruleset(), view(name));
  }
}

void learnIdentities(Fold& fold, schema::Event::Reader event) {
  for (auto identity : event.getContext().getIdentities()) {
    const CardIndex index = fold.card(identity.getCard());
    const std::uint32_t definition = definitionNumber(fold, identity);
    fold.touch(index);
    Card& card = fold.state.cards[index];
    card.known_to = static_cast<std::uint8_t>(card.known_to | identity.getSeats());
    if (definition != 0 && card.definition != definition) {
      card.definition = definition;
      reidentifyUses(fold, index);
    }
  }
}

}  // namespace docket
