// Compares a typed catalogue with the texts of its cards.
#pragma once

#include <string>
#include <vector>

#include "engine/rules/ruleset.h"
#include "engine/rules/wordings/wordings.h"
#include "schemas/card.capnp.h"

namespace docket {

/// A card that disagrees with its text.
struct TextDisagreement {
  unsigned card = 0;    ///< its place in the catalogue, from 0
  std::string message;  ///< for people
};

struct TextsCheck {
  std::vector<TextDisagreement> disagreements;
  std::size_t cards = 0;     ///< cards with a text
  std::size_t in_doubt = 0;  ///< of these, cards with unread words that may limit something
};

/// Compares the limits of each card with those in its text or in the words of its abilities. If words that may be about
/// limits were not read, a limit that only the catalogue has is not a disagreement.
[[nodiscard]] TextsCheck checkTexts(schema::Catalogue::Reader catalogue, const wordings::Wordings& wordings,
                                    const Ruleset& ruleset);

}  // namespace docket
