// Decks and other piles: the order of the cards in them, decks registered, shuffles.
// The order is a fact between neighbours (this card lies on that one), so that taking a card out of the middle changes
// two facts and not all that lie above.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

void putIntoPile(Fold& fold, CardIndex card, std::int32_t place);
void takeFromPile(Fold& fold, CardIndex card);
void shuffle(Fold& fold, schema::Event::Shuffled::Reader event);
void registerDeck(Fold& fold, schema::Event::DeckRegistered::Reader event);
void movePile(Fold& fold, schema::Event::PileMoved::Reader event);

}  // namespace docket
