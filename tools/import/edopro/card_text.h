// The text of a card as databases of Yu-Gi-Oh! write it: one text, which begins with that of the Pendulum scale.
#pragma once

#include <string_view>
#include <vector>

#include "tools/import/facts/line.h"

namespace docket::edopro {

struct KindOfText {
  bool is_pendulum = false;  ///< the card has Pendulum scales
  bool is_normal = false;    ///< a monster without an effect: its text has no meaning in the game
};

/// The texts of a card, separated: "text", and for a card with scales "pendulum", which can be empty.
[[nodiscard]] std::vector<facts::TextFact> textsOfCard(std::string_view text, KindOfText kind);

}  // namespace docket::edopro
