// What of a card's texts is unread: what its catalogue or its record says, or, of texts that somebody typed and of
// which they say nothing, anything. A limit may stand there that stands nowhere else, and no words of a game are known
// here: whether the fields say all that a text says only its author can tell. Its place: beside the catalogue, for
// those that compile, check and rewrite it. Invariant: a card without texts has nothing unread but what its catalogue
// says.
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
  std::string words;  ///< in one line, as they are typed
  bool is_used;       ///< it is the text of an ability, and of nothing that applies or happens by itself
};

/// The texts of a card of which its catalogue does not say whether they are read, in their order. What says nothing is
/// none of them: keywords, and flavor where the ruleset says that it changes nothing.
[[nodiscard]] std::vector<UnsaidText> unsaidTexts(schema::Card::Reader card, const Ruleset& ruleset);

/// What the unread words of a card can be about, where a program read its texts: what the catalogue says. Throws
/// BadValue for an event that there is not.
[[nodiscard]] Matters saidUnread(schema::Card::Reader card);
/// Says it, where it is anything.
void sayUnread(const Matters& matters, schema::Card::Builder card);
/// The same where somebody typed them: with what texts can be about of which it says nothing.
[[nodiscard]] Matters unreadMatters(schema::Card::Reader card, const Ruleset& ruleset);
/// The same of what a record says is printed on a card: of a text of which it does not say that it is read.
[[nodiscard]] Matters unreadMatters(schema::Printed::Reader printed, const Ruleset& ruleset);

}  // namespace docket
