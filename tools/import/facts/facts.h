// Facts of real cards, as public sources have them (JSON Lines, a card a line), made catalogues: titles, types, stats,
// keywords, limits; never a sentence of a card's text. Which source a file is of shows in its first line.
#pragma once

#include <string>
#include <string_view>

#include "events/document.h"
#include "schemas/card.capnp.h"

namespace docket::facts {

/// Makes a catalogue of a file of facts, for the ruleset of their game:
///   EDOPro's scripts      "id" or "code", with "effects"   yugioh           see tools/import/edopro/cards.h
///   MarvelCDB             "code", with "type_code"         marvel-champions the key of a card is its code
///   game_on_yasuki        "title", with "_set"             l5r-celestial    a card for each printing: "Title [Set 12]"
///   Grand Archive index   "slug"                           grand-archive    the key of a card is its slug
///   Hearthstone           "id", with "type" as a word      hearthstone      see tools/import/hearthstone
/// Throws BadInput with file and line where a line is none of these, or lacks what each card of the source has.
Document<schema::Catalogue> readCards(std::string_view lines, const std::string& file);

}  // namespace docket::facts
