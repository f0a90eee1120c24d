// Finds the unread part of a card's texts: what its catalogue or record declares; typed texts without such a
// declaration can be about anything. A typed text may contain a limit that no field gives; no words of a game are known
// here, so only the author can say whether the fields give everything. For code that compiles, checks and rewrites
// catalogues.
// Invariant: a card without texts has nothing unread except what its catalogue says.
#pragma once

#include <string>
#include <vector>

#include "engine/rules/matters.h"
#include "engine/rules/ruleset.h"
#include "schemas/card.capnp.h"
#include "schemas/event.capnp.h"

namespace docket {

struct UnsaidText {
  std::string path;   ///< within the card: "text", "abilities[1].text"
  std::string words;  ///< on one line, as typed
  bool is_used;       ///< the text of an ability that is used, not of one that applies or happens by itself
};

/// The texts of a card that its catalogue marks neither as read nor as unread, in order. Excludes parts without effect:
/// keywords, and flavor text if the ruleset says that it changes nothing.
[[nodiscard]] std::vector<UnsaidText> unsaidTexts(schema::Card::Reader card, const Ruleset& ruleset);

/// The matters that the unread words of a card can be about, for texts read by a program: those in the catalogue.
/// Throws BadValue for an unknown event.
[[nodiscard]] Matters declaredUnread(schema::Card::Reader card);
/// Writes the matters to a card, if there are any.
void declareUnread(const Matters& matters, schema::Card::Builder card);
/// declaredUnread() for typed texts: adds everything that texts can be about if the catalogue says nothing about them.
[[nodiscard]] Matters unreadMatters(schema::Card::Reader card, const Ruleset& ruleset);
/// The matters of a text in the printed data of a record, if it is not marked as read.
[[nodiscard]] Matters unreadMatters(schema::Printed::Reader printed, const Ruleset& ruleset);

}  // namespace docket
