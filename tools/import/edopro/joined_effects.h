// Which effect of a card's text an effect of the simulator's script is: its records name an effect by the script's
// number, and a text has none.
// Invariant: an effect that could be several of the text, or none, is joined with none.
#pragma once

#include <vector>

#include "schemas/card.capnp.h"
#include "tools/import/edopro/card_facts.h"

namespace docket::edopro {

/// Gives the abilities of a card that was read from its text the numbers by which records name them. Nothing else of
/// the script is looked at than how an effect is used, when, and from where.
void joinEffects(const std::vector<EffectFact>& effects, schema::Card::Builder card);

}  // namespace docket::edopro
