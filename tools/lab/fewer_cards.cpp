#include "tools/lab/fewer_cards.h"

#include <vector>

#include "events/text/text_view.h"

namespace docket::lab {

void addCardsOf(schema::Event::Reader event, CardKeys& keys) {
  if (!event.hasContext()) return;
  for (const auto identity : event.getContext().getIdentities()) keys.emplace(view(identity.getDefinition()));
}

namespace {

/// Adds the cards that limits count together with a card of a catalogue: its alias, and those whose titles its limits
/// name.
void addNamedBy(schema::Card::Reader card, CardKeys& keys) {
  const auto add_titles = [&](capnp::List<schema::LimitOf>::Reader limits) {
    for (const auto limit : limits) {
      if (limit.hasTitle()) keys.emplace(view(limit.getTitle()));
    }
  };
  if (card.hasAlias()) keys.emplace(view(card.getAlias()));
  add_titles(card.getLimits());
  for (const auto ability : card.getAbilities()) add_titles(ability.getLimits());
}

}  // namespace

HeldDocument cardsOnly(const HeldDocument& catalogue, const CardKeys& keys) {
  DocumentReader<schema::Catalogue> document(catalogue);
  const auto all = document.root();
  CardKeys wanted = keys;
  for (const auto card : all.getCards()) {
    if (keys.contains(view(card.getKey()))) addNamedBy(card, wanted);
  }
  std::vector<unsigned> places;
  for (unsigned i = 0; i < all.getCards().size(); ++i) {
    if (wanted.contains(view(all.getCards()[i].getKey()))) places.push_back(i);
  }
  capnp::MallocMessageBuilder message;
  auto fewer = message.initRoot<schema::Catalogue>();
  copyHead(all, fewer);
  auto list = fewer.initCards(static_cast<unsigned>(places.size()));
  for (unsigned i = 0; i < places.size(); ++i) list.setWithCaveats(i, all.getCards()[places[i]]);
  return heldCatalogue(fewer.asReader(), catalogue.origin);
}

}  // namespace docket::lab
