// Decks and other piles: the order of their cards, registered decks, shuffles. The order is stored as facts about
// neighbours (this card is on that one), so removing a card from the middle changes two facts rather than those of
// all cards above it.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

void putIntoPile(Fold& fold, CardIndex card, std::int32_t place);
void takeFromPile(Fold& fold, CardIndex card);
void shuffle(Fold& fold, schema::Event::Shuffled::Reader event);
void registerDeck(Fold& fold, schema::Event::DeckRegistered::Reader event);
void movePile(Fold& fold, schema::Event::PileMoved::Reader event);

}  // namespace docket
