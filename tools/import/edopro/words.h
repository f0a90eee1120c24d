// The words for the numbers that EDOPro uses: places, phases, reasons, types, attributes, races, counters.
// The names are those of engine/rulesets/yugioh.json.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace docket::edopro {

/// Places of a card (the field "location" of a message); they are bits.
enum Place : std::uint8_t {
  kDeck = 0x01,
  kHand = 0x02,
  kMonsterZone = 0x04,
  kSpellZone = 0x08,
  kGraveyard = 0x10,
  kBanished = 0x20,
  kExtraDeck = 0x40,
  kAttached = 0x80,  ///< under the card whose place the other bits give
};
inline constexpr std::uint8_t kField = kMonsterZone | kSpellZone;

/// Positions are bits too.
inline constexpr std::uint32_t kFaceUp = 0x1 | 0x4;
inline constexpr std::uint32_t kFaceDown = 0x2 | 0x8;
inline constexpr std::uint32_t kDefense = 0x4 | 0x8;

inline constexpr std::uint32_t kTypeMonster = 0x1;
inline constexpr std::uint32_t kTypeSpell = 0x2;
inline constexpr std::uint32_t kTypeTrap = 0x4;
inline constexpr std::uint32_t kTypeNormal = 0x10;  // its text has no meaning in the game
inline constexpr std::uint32_t kTypeRitual = 0x80;
inline constexpr std::uint32_t kTypeSpirit = 0x200;
inline constexpr std::uint32_t kTypeToken = 0x4000;
inline constexpr std::uint32_t kTypeXyz = 0x800000;
inline constexpr std::uint32_t kTypePendulum = 0x1000000;
inline constexpr std::uint32_t kTypeLink = 0x4000000;

/// The ruleset's zone of a place; empty if there is none.
std::string_view zoneName(std::uint8_t place);
/// The zone of attached cards.
inline constexpr std::string_view kMaterialZone = "materials";
std::string_view orientationName(std::uint32_t position);

/// A phase, and a step of the battle phase, for a number; either may be empty.
struct PhaseName {
  std::string_view phase, step;
};
PhaseName phaseName(std::uint16_t phase);
inline bool isMainPhase(std::uint16_t phase) { return phase == 0x04 || phase == 0x100; }

/// The most specific of the reasons of a move.
std::string_view reasonName(std::uint32_t reason);
std::string_view winReasonName(std::uint8_t reason);

/// The words for a duel's options: "Master Rule 5 (0x2e800)".
std::string settingsWords(std::uint64_t options);
/// The format of a duel with such options: "speed", "rush", "goat", else "constructed".
std::string_view formatName(std::uint64_t options);
/// The ruleset of a duel whose rules of play no ruleset has: only the limits of effects are judged.
inline constexpr std::string_view kLimitsRuleset = "yugioh";
/// The ruleset of a duel with such options.
std::string_view rulesetName(std::uint64_t options);

/// "DARK"; several joined by "/". Empty for 0.
std::string attributeWords(std::uint64_t attributes);
/// "Dragon"; several joined by "/". Empty for 0.
std::string raceWords(std::uint64_t races);
/// "Effect", "Tuner", "Quick-Play", ...: all but Monster, Spell and Trap.
std::vector<std::string_view> subtypeWords(std::uint32_t types);
std::string typeWords(std::uint32_t types);
/// "monster", "spell", "trap".
std::vector<std::string_view> cardTypeWords(std::uint32_t types);
std::string counterName(std::uint32_t kind);

}  // namespace docket::edopro
