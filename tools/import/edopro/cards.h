// Makes a catalogue of the facts of cards that were extracted from EDOPro's scripts (JSON Lines, a card per line).
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
/// of its kind has by a procedure (Equip, Pendulum, Spirit). An ability is doubtful if its script sets a limit that
/// the ruleset cannot express, or sets none and counts by other means. Throws BadInput with file and line.
Document<schema::Catalogue> readCards(std::string_view lines, const std::string& file);

/// The same, for cards that were read already.
Document<schema::Catalogue> catalogueOfCards(const std::vector<CardFact>& cards);

}  // namespace docket::edopro
