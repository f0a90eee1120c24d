// Finds the ability of a card that an activation in a replay uses: by the description that it names, by place, by kind.
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

/// Stands for an ability that a card was given or copied: it is not in its definition.
inline constexpr std::uint16_t kGrantedAbility = 0xFFFF;

/// The ability of an activation, by a clue.
struct ActivatedAbility {
  /// Its number, from 1; kGrantedAbility if it is not one of the card's own; 0 if it can be several, or none of the
  /// facts. If several share their limits (or have none), the first of them.
  std::uint16_t number = 0;
  std::string_view designator{};  ///< shared by all candidates; empty if they differ
  bool is_inferred = false;       ///< no number names it: it is the only candidate
};
ActivatedAbility abilityOf(const Definition& definition, const Ruleset& ruleset, const ActivationClue& clue);

}  // namespace docket::edopro
