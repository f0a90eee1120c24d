// Matches the effects of a simulator's script with those of the card's text: records name an effect by the script's
// number, which a text does not have.
// Invariant: an effect with several candidates, or none, is matched with none. Only how, when and from where the
// script's effect is used is compared, never its limits.
#pragma once

#include "schemas/card.capnp.h"
#include "tools/import/edopro/card_facts.h"

namespace docket::edopro {

/// Gives the abilities of a card that was read from its text the numbers with which records name them, and adds those
/// that every card of its kind has by a procedure of the game (cards.h).
void joinEffects(const CardFact& fact, schema::Card::Builder card);

}  // namespace docket::edopro
