#include "engine/fold/identity.h"

#include <range/v3/algorithm/any_of.hpp>

#include "engine/fold/fold.h"
#include "engine/fold/set_updates.h"
#include "engine/fold/uses.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

/// The usual number of definitions in a game, reserved at once instead of by repeated doubling.
constexpr std::size_t kUsualDefinitions = 64;

/// True if the printed data is given, beyond the title.
bool saysMore(schema::Printed::Reader printed) {
  return printed.getTypes().size() != 0 || printed.getKeywords().size() != 0 || printed.getStats().size() != 0 ||
         printed.getText().size() != 0;
}

/// The game's number for an identity; 0 if the identity is empty.
std::uint32_t definitionNumber(Fold& fold, schema::Identity::Reader identity) {
  const auto key = view(identity.getDefinition());
  const bool printed = identity.hasPrinted();
  if (key.empty() && !printed) return 0;
  if (!printed || (!key.empty() && !saysMore(identity.getPrinted()))) {
    if (const std::uint32_t known = fold.state.definitions->find(key); known != kNone) return known;
  }
  Definitions& definitions = fold.state.definitions.edit();
  addDefinition(definitions, fold.rules, key, identity.getPrinted());
  return static_cast<std::uint32_t>(definitions.known.size() - 1);
}

/// True if a record gives the printed data of a card that no catalogue has. A card with only a key can be anything, and
/// a title is only another name for it.
bool isPrinted(const Definition& own) {
  return own.key.empty() || !own.types.empty() || !own.keywords.empty() || !own.text.empty() ||
         ranges::any_of(own.stats, &PrintedStat::specified);
}

void setIdentity(Fold& fold, CardIndex card, std::uint32_t definition) {
  setDefinition(fold.state, card, definition);
  const Definition* known =
      fold.state.definitionOf(fold.state.cards[card]);  // a new card is reported by Fold::reportNewCard()
  if (known != nullptr && known->continuous) fold.state.fingerprint.changed |= StateParts::of(StatePart::bearers);
  if (!fold.state.uses.empty()) reidentifyUses(fold, card);
}

/// Gives a definition the next number. `says`: more is known about it than its key.
void add(Definitions& definitions, const Definition* definition, bool says) {
  const auto number = static_cast<std::uint32_t>(definitions.known.size());
  if (number == 1) {
    definitions.known.reserve(kUsualDefinitions);
    definitions.named.reserve(kUsualDefinitions);
  }
  const bool fresh = definitions.find(definition->key) == kNone;
  const bool titles = says && !definition->title.empty() && definitions.titled(definition->title) == nullptr;
  definitions.known.push_back(says ? definition : nullptr);
  definitions.named.push_back(definition);
  if (!says) ++definitions.undefined;
  if (says && definition->unread.any()) ++definitions.unread;
  if (says && definition->triggers != 0) definitions.triggers_in |= definition->triggers_in;
  if (fresh) definitions.by_key.add(definition->key, number);
  if (titles) definitions.by_title.add(definition->title, number);
}

}  // namespace

void addDefinition(Definitions& definitions, const Rules& rules, std::string_view key,
                   schema::Printed::Reader printed) {
  const auto number = static_cast<std::uint32_t>(definitions.known.size());
  const Definition* found = key.empty() ? nullptr : rules.catalogue.find(key);
  if (found != nullptr && !found->proxy && !saysMore(printed)) return add(definitions, found, true);
  auto own = std::make_shared<Definition>(printedDefinition(printed, key, rules.ruleset));
  // A created card is what its effect gave it; the physical card that represents it does not matter.
  const bool stands_in = found != nullptr && found->proxy && isPrinted(*own);
  if (found != nullptr && !stands_in) return add(definitions, found, true);
  if (stands_in) {
    own->stand_in = found;
    own->key.clear();  // the key is the stand-in's
  }
  // A title that is already in the game keeps its number; a new one gets a number that no catalogue uses.
  const Definition* same = definitions.titled(own->title);
  own->title_number = same != nullptr ? same->title_number : 0x80000000U + number;
  own->use_list = same != nullptr ? same->use_list : own->title_number;
  add(definitions, own.get(), isPrinted(*own));
  definitions.own.push_back(std::move(own));
}

void addName(Vocabulary& vocabulary, const Ruleset& ruleset, std::string_view name) {
  vocabulary.names.number(name);
  vocabulary.bindings.push_back(ruleset.bindings.find(name));
  vocabulary.names_traits = vocabulary.names_traits || vocabulary.bindings.back().trait;
}

void addNames(Fold& fold, capnp::List<capnp::Text>::Reader names) {
  if (names.size() == 0) return;
  Vocabulary& vocabulary = fold.state.vocabulary.edit();
  for (auto name : names) {
    const std::size_t known = vocabulary.names.size();
    addName(vocabulary, fold.ruleset(), view(name));
    if (vocabulary.names.size() == known) fold.throwMalformed("it introduces a name that is empty or already known");
  }
}

void addIdentities(Fold& fold, capnp::List<schema::Identity>::Reader identities) {
  for (auto identity : identities) {
    const CardIndex index = fold.card(identity.getCard());
    if (index == kNone) continue;
    const std::uint32_t definition = definitionNumber(fold, identity);
    Card& card = fold.state.cards[index];
    if (!fold.isNew(index) || card.former_kept) fold.touch(index);
    card.known_to = static_cast<std::uint8_t>(card.known_to | identity.getSeats());
    if (definition != 0 && card.definition != definition) setIdentity(fold, index, definition);
  }
}

void identify(Fold& fold, CardIndex card, std::uint32_t definition) {
  fold.touch(card);
  setIdentity(fold, card, definition);
}

}  // namespace docket
