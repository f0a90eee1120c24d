// How an effect of a card is used, according to a simulator's script, in the words of the ruleset.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tools/import/edopro/card_facts.h"

namespace docket::edopro {

/// Numbers of abilities that no record uses.
inline constexpr std::int32_t kNotKnownWhich = -2;  ///< its script has several candidates
inline constexpr std::int32_t kNoScript = -3;       ///< its card was read without its script

/// The words of a card whose effect is the procedure of Fusion Summoning.
inline constexpr std::string_view kFusionSummon = "Fusion Summon";

/// True if it is the activation of the card itself.
[[nodiscard]] bool isActivation(const EffectFact& effect);
/// "quick effect", "trigger effect", ...
[[nodiscard]] const char* designatorOf(std::string_view effect_type);
/// The zones that a range of the script names.
[[nodiscard]] std::vector<std::string_view> zonesInRange(std::string_view range);
/// The zones in which it can be activated; empty if the script does not say.
[[nodiscard]] std::vector<std::string_view> zonesOf(const EffectFact& effect);

/// An effect that every card of a kind has by a procedure of the game, which scripts only call. Records name it by the
/// number of a system string instead of a description of the card.
struct Procedure {
  const char* name;
  const char* designator;
  const char* zone;
  std::int32_t system_string;
};
/// The system string of the procedure by which a card with a Pendulum scale is activated.
inline constexpr std::int32_t kPendulumActivation = 1160;
/// The procedure effects of a card. A Spell whose script has no activation is a Fusion or a Ritual Spell: it gets both,
/// because its activation shows which one it is.
[[nodiscard]] std::vector<Procedure> proceduresOf(const CardFact& card);

}  // namespace docket::edopro
