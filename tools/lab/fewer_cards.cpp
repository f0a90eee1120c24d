#include "tools/lab/fewer_cards.h"

#include <vector>

#include "events/text_view.h"

namespace docket::lab {

void addCardsOf(schema::Event::Reader event, CardKeys& keys) {
  if (!event.hasContext()) return;
  for (const auto identity : event.getContext().getIdentities()) keys.emplace(view(identity.getDefinition()));
}

HeldDocument cardsOnly(const HeldDocument& catalogue, const CardKeys& keys) {
  DocumentReader<schema::Catalogue> document(catalogue);
  const auto all = document.root();
  CardKeys wanted = keys;
  for (const auto card : all.getCards()) {
    if (card.hasAlias() && keys.contains(view(card.getKey()))) wanted.emplace(view(card.getAlias()));
  }
  std::vector<unsigned> places;
  for (unsigned i = 0; i < all.getCards().size(); ++i) {
    if (wanted.contains(view(all.getCards()[i].getKey()))) places.push_back(i);
  }
  capnp::MallocMessageBuilder message;
  auto some = message.initRoot<schema::Catalogue>();
  some.setName(all.getName());
  some.setVersion(all.getVersion());
  some.setRuleset(all.getRuleset());
  auto list = some.initCards(static_cast<unsigned>(places.size()));
  for (unsigned i = 0; i < places.size(); ++i) list.setWithCaveats(i, all.getCards()[places[i]]);
  return heldCatalogue(some.asReader(), catalogue.origin);
}

}  // namespace docket::lab
