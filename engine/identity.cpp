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
  if (key.empty() && !identity.hasPrinted()) return 0;
  const auto& known = fold.state.definitions->known;
  const Definition* found = identity.hasPrinted() ? nullptr : fold.rules.catalogue.find(key);
  // A game has a few hundred definitions at most, and each is looked for when a card becomes known.
  for (std::size_t i = 1; i < known.size(); ++i) {
    if (found != nullptr ? known[i] == found : !identity.hasPrinted() && known[i]->key == key) {
      return static_cast<std::uint32_t>(i);
    }
  }
  auto grown = std::make_shared<Definitions>(*fold.state.definitions);
  addDefinition(*grown, fold.rules, key, identity.getPrinted());
  fold.state.definitions = std::move(grown);
  return static_cast<std::uint32_t>(fold.state.definitions->known.size() - 1);
}

}  // namespace

void addDefinition(Definitions& definitions, const Rules& rules, std::string_view key,
                   schema::Printed::Reader printed) {
  if (const Definition* found = rules.catalogue.find(key); found != nullptr && !key.empty()) {
    definitions.known.push_back(found);
    return;
  }
  auto own = std::make_shared<Definition>(printedDefinition(printed, key, rules.ruleset));
  // A title that the game has already keeps its number; a new one gets a number that no catalogue gives.
  const auto same = ranges::find_if(definitions.known, [&](const Definition* other) {
    return other != nullptr && !own->title.empty() && other->title == own->title;
  });
  const bool titled = same != definitions.known.end();
  own->title_number =
      titled ? (*same)->title_number : 0x80000000U + static_cast<std::uint32_t>(definitions.known.size());
  own->chain = titled ? (*same)->chain : own->title_number;
  definitions.known.push_back(own.get());
  definitions.own.push_back(std::move(own));
}

void addName(Vocabulary& vocabulary, const Ruleset& ruleset, std::string_view name) {
  vocabulary.names.number(name);
  vocabulary.bindings.push_back(bindingOf(name, ruleset));
}

void learnNames(Fold& fold, schema::Event::Reader event) {
  const auto names = event.getContext().getNames();
  if (names.size() == 0) return;
  auto grown = std::make_shared<Vocabulary>(*fold.state.vocabulary);
  for (auto name : names) {
    if (name.size() == 0 || grown->names.find(view(name)) != 0)
      fold.malformed("it brings a name that is empty or known");
    addName(*grown, fold.ruleset(), view(name));
  }
  fold.state.vocabulary = std::move(grown);
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
