// The text of a card as databases of Yu-Gi-Oh! write it: one text, in which that of a Pendulum scale is first.
#pragma once

#include <string_view>
#include <vector>

#include "tools/import/facts/line.h"

namespace docket::edopro {

struct KindOfText {
  bool is_pendulum = false;  ///< the card has Pendulum scales
  bool is_normal = false;    ///< it is a monster without an effect: its text says nothing of the game
};

/// The texts of a card, each by itself: "text", and "pendulum" of a card with scales, which is empty where it has none.
[[nodiscard]] std::vector<facts::TextFact> textsOfCard(std::string_view text, KindOfText kind);

}  // namespace docket::edopro
