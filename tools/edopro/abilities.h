// Which ability of a card an activation in a replay is: by the description that it names, by place, by kind.
#pragma once

#include <cstdint>

#include "engine/catalogue.h"
#include "tools/edopro/messages.h"

namespace docket::edopro {

struct ActivationClue {
  std::uint32_t code;         ///< of the card
  std::uint64_t description;  ///< code << 20 | index of a card's description, or the number of a system string
  Location triggered;         ///< where it was activated
  bool card_activation;       ///< the card itself was activated: it was placed or turned face-up for it
};

/// The number of an ability that a card was given by another, or that it copied: none of those in its definition.
inline constexpr std::uint16_t kGivenAbility = 0xFFFF;

/// The number of the ability, from 1; kGivenAbility where it is not one of the card's own; 0 where the clue does not
/// tell, or where it fits abilities with different limits.
std::uint16_t abilityOf(const Definition& definition, const ActivationClue& clue);

}  // namespace docket::edopro
