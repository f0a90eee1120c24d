#include "tools/import/read_catalogue.h"

#include <capnp/message.h>

#include <memory>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/none_of.hpp>

#include "engine/rules/unread_texts.h"
#include "engine/rules/wordings/card_writing.h"
#include "engine/rules/wordings/read_card.h"
#include "events/text/text_view.h"
#include "tools/import/edopro/joined_effects.h"

namespace docket {

namespace {

/// A card with the words that it had before: its text box's, its other texts', or both.
wordings::PrintedCard before(const wordings::PrintedCard& printed, schema::Card::Earlier::Reader earlier) {
  wordings::PrintedCard card = printed;
  const auto forget = [&](bool box) {
    std::erase_if(card.texts, [&](const auto& text) { return (text.field == wordings::kTextBox) == box; });
  };
  const auto add = [&](std::string_view field, capnp::Text::Reader words) {
    card.texts.push_back({.field = std::string(field), .words = wordings::withLightMarks(view(words))});
  };
  if (earlier.hasText()) {
    forget(true);
    add(wordings::kTextBox, earlier.getText());
  }
  if (earlier.hasOtherTexts()) forget(false);
  for (const auto other : earlier.getOtherTexts()) add(view(other.getOf()), other.getText());
  return card;
}

/// Reads earlier texts of a card like its current one; a typed earlier ability is kept.
void writeEarlier(const wordings::PrintedCard& printed, capnp::List<schema::Card::Earlier>::Reader earlier,
                  const wordings::Wordings& wordings, const Ruleset& ruleset, schema::Card::Builder card) {
  if (earlier.size() == 0) return;
  auto all = card.initEarlier(earlier.size());
  for (unsigned i = 0; i < earlier.size(); ++i) {
    if (!earlier[i].hasText() && earlier[i].getOtherTexts().size() == 0) {
      all.setWithCaveats(i, earlier[i]);
      continue;
    }
    const wordings::PrintedCard as_it_was = before(printed, earlier[i]);
    capnp::MallocMessageBuilder message;
    auto read = message.initRoot<schema::Card>();
    wordings::writeCard(as_it_was, wordings::readCard(as_it_was, wordings, ruleset), wordings, read);
    all[i].setUntil(earlier[i].getUntil());
    all[i].setText(read.asReader().getText());
    all[i].setOtherTexts(read.asReader().getOtherTexts());
    all[i].setAbilities(read.asReader().getAbilities());
    all[i].setLimits(read.asReader().getLimits());
    all[i].setKeywords(read.asReader().getKeywords());
    all[i].setDoubtful(read.getDoubtful());
    all[i].setUnread(read.getUnread());
    all[i].setUnreadOf(read.asReader().getUnreadOf());
    all[i].setUnreadActs(read.asReader().getUnreadActs());
  }
}

/// Adds the limits of a card that it does not have yet.
void addLimits(capnp::List<schema::LimitOf>::Reader limits, schema::Card::Builder card) {
  std::vector<schema::LimitOf::Reader> all;
  for (const auto one : card.asReader().getLimits()) all.push_back(one);
  const std::size_t had = all.size();
  for (const auto one : limits) {
    const auto is_that = [&](schema::LimitOf::Reader other) { return view(other.getLimit()) == view(one.getLimit()); };
    if (ranges::none_of(all, is_that)) all.push_back(one);
  }
  if (all.size() == had) return;
  const auto before = card.disownLimits();  // `all` reads in it
  auto list = card.initLimits(static_cast<unsigned>(all.size()));
  for (unsigned i = 0; i < all.size(); ++i) list.setWithCaveats(i, all[i]);
}

bool saysNothing(const wordings::PrintedCard& card) {
  return ranges::all_of(card.texts, [](const auto& text) { return text.words.empty(); });
}

}  // namespace

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
    const auto from = known.getCards()[i];
    const wordings::CardReading reading = wordings::readCard(printed.cards[i], wordings, ruleset);
    if (printed.typed && saysNothing(printed.cards[i])) {  // no words take the place of what was typed
      cards.setWithCaveats(i, from);
      if (!known.getOfFacts() && !unsaidTexts(from, ruleset).empty())
        declareUnread(unreadMatters(from, ruleset), cards[i]);
      writeEarlier(printed.cards[i], from.getEarlier(), wordings, ruleset, cards[i]);
      if (take) take(reading, cards[i].asReader());
      continue;
    }
    auto card = cards[i];
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
    if (from.hasUnsaidStats()) card.setUnsaidStats(from.getUnsaidStats());
    if (from.hasUnsaidCharacteristics()) card.setUnsaidCharacteristics(from.getUnsaidCharacteristics());
    if (from.hasAlias()) card.setAlias(from.getAlias());
    card.setProxy(from.getProxy());
    wordings::writeCard(printed.cards[i], reading, wordings, card);
    if (i < printed.scripts.size()) edopro::joinEffects(printed.scripts[i], card);
    if (printed.keeps_limits) addLimits(from.getLimits(), card);
    if (i < printed.text_unsaid.size() && printed.text_unsaid[i]) card.setUnread(true);
    writeEarlier(printed.cards[i], from.getEarlier(), wordings, ruleset, card);
    if (take) take(reading, card.asReader());
  }
  return Document<schema::Catalogue>(std::move(message));
}

}  // namespace docket
