// What a simulator's script says of how an effect of a card is used, in the words of the ruleset.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tools/import/edopro/card_facts.h"

namespace docket::edopro {

// Numbers of an ability by which no record names an effect.
inline constexpr std::int32_t kNotKnownWhich = -2;  ///< its script has several that it can be
inline constexpr std::int32_t kNoScript = -3;       ///< its card was read without its script

/// What the text of a card says that has the effect of the procedure of Fusion Summoning.
inline constexpr std::string_view kFusionSummon = "Fusion Summon";

/// Whether it is the activation of the card itself.
[[nodiscard]] bool isActivation(const EffectFact& effect);
/// "quick effect", "trigger effect", ...
[[nodiscard]] const char* designatorOf(std::string_view effect_type);
/// The zones that a range of the script names.
[[nodiscard]] std::vector<std::string_view> zonesInRange(std::string_view range);
/// Where it can be activated; none where the script does not say it.
[[nodiscard]] std::vector<std::string_view> zonesOf(const EffectFact& effect);

/// An effect that every card of a kind has by a procedure of the game, which scripts call and do not spell out. It is
/// named by the number of a system string instead of a description of the card.
struct Procedure {
  const char* name;
  const char* designator;
  const char* zone;
  std::int32_t system_string;
};
/// The system string of the procedure by which a card with a Pendulum scale is activated.
inline constexpr std::int32_t kPendulumActivation = 1160;
/// Those that a card has. A Spell whose activation no script spells out is a Fusion or a Ritual Spell: it has both, as
/// which of the two it is shows when it is activated.
[[nodiscard]] std::vector<Procedure> proceduresOf(const CardFact& card);

}  // namespace docket::edopro
