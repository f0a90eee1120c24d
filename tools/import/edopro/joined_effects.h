// Which effect of a card's text an effect of the simulator's script is: its records name an effect by the script's
// number, and a text has none.
// Invariant: an effect that could be several of the text, or none of it, is joined with none. Of the script nothing is
// looked at but how an effect is used, when, and from where: never its limits.
#pragma once

#include "schemas/card.capnp.h"
#include "tools/import/edopro/card_facts.h"

namespace docket::edopro {

/// Gives the abilities of a card that was read from its text the numbers by which records name them, and adds what
/// every card of its kind has by a procedure of the game (cards.h).
void joinEffects(const CardFact& fact, schema::Card::Builder card);

}  // namespace docket::edopro
