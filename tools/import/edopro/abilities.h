// Which ability of a card an activation in a replay is: by the description that it names, by place, by kind.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/rules/catalogue.h"
#include "engine/rules/ruleset.h"
#include "tools/import/edopro/messages.h"

namespace docket::edopro {

struct ActivationClue {
  std::uint32_t code;         ///< of the card
  std::uint64_t description;  ///< code << 20 | index of a card's description, or the number of a system string
  Location triggered;         ///< where it was activated
  bool card_activation;       ///< the card itself was activated: it was placed or turned face-up for it
  bool ignitable = true;      ///< an ignition effect can be used then: in a Main Phase, and to begin a chain
};

/// The number of an ability that a card was given by another, or that it copied: none of those in its definition.
inline constexpr std::uint16_t kGivenAbility = 0xFFFF;

/// What a clue says about an activation.
struct ActivatedAbility {
  /// Which it is, from 1; kGivenAbility where it is not one of the card's own; 0 where it can be several, or none that
  /// the facts have. Of several that are all counted together (or not at all) it is the first.
  std::uint16_t number = 0;
  std::string_view designator{};  ///< that all those have that it can be; empty where they differ
  bool is_inferred = false;       ///< no number names it: it is the only one that it can be
};
ActivatedAbility abilityOf(const Definition& definition, const Ruleset& ruleset, const ActivationClue& clue);

}  // namespace docket::edopro
