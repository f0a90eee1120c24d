// The facts of cards, as they were read out of EDOPro's scripts (JSON Lines, a card a line), made a catalogue.
// Two forms are read: that of a set of duels ("code", types and attributes as bits) and that of the whole card pool
// ("id", types in words).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "events/document.h"
#include "schemas/card.capnp.h"
#include "tools/import/edopro/card_facts.h"

namespace docket::edopro {

/// Makes a catalogue for the ruleset "yugioh". The key of a card is its code in decimal; its abilities are the
/// activated effects in the order of its script, each with the limits that the script sets, then those that every card
/// of its kind has by a procedure (Equip, Pendulum, Spirit). An ability is doubtful where its script sets a limit that
/// the ruleset has no form for, or sets none and counts something by other means. Throws BadInput with file and line.
Document<schema::Catalogue> readCards(std::string_view lines, const std::string& file);

/// Makes a catalogue of cards that were read already.
Document<schema::Catalogue> catalogueOfCards(const std::vector<CardFact>& cards);

}  // namespace docket::edopro
