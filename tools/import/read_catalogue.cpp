#include "tools/import/read_catalogue.h"

#include <capnp/message.h>

#include <memory>

#include "events/text_view.h"
#include "tools/import/edopro/joined_effects.h"

namespace docket {

Document<schema::Catalogue> readCatalogueFrom(const PrintedCards& printed, const wordings::Wordings& wordings,
                                              const Ruleset& ruleset, const TakeReading& take) {
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  auto catalogue = message->initRoot<schema::Catalogue>();
  const auto known = printed.catalogue.root();
  const auto name = wordings.document().getRuleset();
  catalogue.setName(known.hasName() ? known.getName() : name);
  catalogue.setVersion(known.getVersion());
  catalogue.setRuleset(known.hasRuleset() ? known.getRuleset() : name);
  catalogue.setOfFacts(true);
  if (known.hasVocabulary()) catalogue.setVocabulary(known.getVocabulary());
  auto cards = catalogue.initCards(static_cast<unsigned>(printed.cards.size()));
  for (unsigned i = 0; i < cards.size(); ++i) {
    auto card = cards[i];
    const auto from = known.getCards()[i];
    card.setKey(from.getKey());
    card.setTitle(from.getTitle());
    card.setVersion(from.getVersion());
    card.setTypes(from.getTypes());
    card.setSubtypes(from.getSubtypes());
    card.setSupertypes(from.getSupertypes());
    card.setKeywords(from.getKeywords());
    card.setStats(from.getStats());
    card.setPrintings(from.getPrintings());
    card.setCharacteristics(from.getCharacteristics());
    if (from.hasAlias()) card.setAlias(from.getAlias());
    card.setProxy(from.getProxy());
    const wordings::CardReading reading = wordings::readCard(printed.cards[i], wordings, ruleset);
    wordings::writeCard(printed.cards[i], reading, wordings, card);
    if (i < printed.effects.size()) edopro::joinEffects(printed.effects[i], card);
    if (take) take(reading, card.asReader());
  }
  return Document<schema::Catalogue>(std::move(message));
}

}  // namespace docket
