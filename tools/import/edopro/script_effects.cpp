#include "tools/import/edopro/script_effects.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tools/import/edopro/words.h"

namespace docket::edopro {
namespace {

using Pairing = std::pair<std::string_view, std::string_view>;

/// The events on which an effect of a card itself answers, and the zone of the card then.
constexpr std::array<Pairing, 11> kPlaceOfEvent{{{"EVENT_SUMMON_SUCCESS", "monster zone"},
                                                 {"EVENT_SPSUMMON_SUCCESS", "monster zone"},
                                                 {"EVENT_FLIP_SUMMON_SUCCESS", "monster zone"},
                                                 {"EVENT_FLIP", "monster zone"},
                                                 {"EVENT_ATTACK_ANNOUNCE", "monster zone"},
                                                 {"EVENT_BATTLE_DESTROYING", "monster zone"},
                                                 {"EVENT_BATTLE_DAMAGE", "monster zone"},
                                                 {"EVENT_BE_BATTLE_TARGET", "monster zone"},
                                                 {"EVENT_TO_GRAVE", "graveyard"},
                                                 {"EVENT_REMOVE", "banished"},
                                                 {"EVENT_TO_HAND", "hand"}}};

constexpr std::array<Pairing, 12> kRanges{{{"LOCATION_DECK", "deck"},
                                           {"LOCATION_HAND", "hand"},
                                           {"LOCATION_MZONE", "monster zone"},
                                           {"LOCATION_SZONE", "spell zone"},
                                           {"LOCATION_GRAVE", "graveyard"},
                                           {"LOCATION_REMOVED", "banished"},
                                           {"LOCATION_EXTRA", "extra deck"},
                                           {"LOCATION_FZONE", "field zone"},
                                           {"LOCATION_PZONE", "pendulum zone"},
                                           {"LOCATION_STZONE", "spell and trap zone"},
                                           {"LOCATION_EMZONE", "extra monster zone"},
                                           {"LOCATION_MMZONE", "main monster zone"}}};

std::string_view find(const auto& pairings, std::string_view key) {
  for (const auto& [from, to] : pairings) {
    if (from == key) return to;
  }
  return {};
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

constexpr Procedure kEquipActivation{"equip procedure", "card activation", "spell zone", 1068};
constexpr Procedure kPendulum{"pendulum procedure", "card activation", "spell zone", kPendulumActivation};
constexpr Procedure kFusionActivation{"fusion procedure", "card activation", "spell zone", 1170};
constexpr Procedure kRitualActivation{"ritual procedure", "card activation", "spell zone", 1171};
constexpr Procedure kSpiritReturn{"spirit procedure", "trigger effect", "monster zone", 1105};

}  // namespace

bool isActivation(const EffectFact& effect) { return contains(effect.effect_type, "ACTIVATE"); }

const char* designatorOf(std::string_view effect_type) {
  if (contains(effect_type, "ACTIVATE")) return "card activation";
  if (contains(effect_type, "QUICK")) return "quick effect";
  if (contains(effect_type, "IGNITION")) return "ignition effect";
  return contains(effect_type, "FLIP") ? "flip effect" : "trigger effect";
}

std::vector<std::string_view> zonesInRange(std::string_view range) {
  std::vector<std::string_view> zones;
  for (const auto& [name, zone] : kRanges) {
    if (contains(range, name)) zones.push_back(zone);
  }
  return zones;
}

std::vector<std::string_view> zonesOf(const EffectFact& effect) {
  if (isActivation(effect)) return {"spell zone"};
  std::vector<std::string_view> zones = zonesInRange(effect.range);
  if (effect.range.empty() && contains(effect.effect_type, "SINGLE")) {
    if (const auto zone = find(kPlaceOfEvent, effect.event); !zone.empty()) zones.push_back(zone);
  }
  return zones;
}

std::vector<Procedure> proceduresOf(const CardFact& card) {
  constexpr std::uint32_t kEquip = 0x40000;
  const std::uint32_t types = card.types.value_or(0);
  std::vector<Procedure> procedures;
  const bool spell = (types & kTypeSpell) != 0 || card.card_type == "Spell";
  const bool scripted = std::any_of(card.effects.begin(), card.effects.end(),
                                    [](const EffectFact& effect) { return contains(effect.effect_type, "ACTIVATE"); });
  if ((types & kEquip) != 0 || card.property == "Equip") {
    procedures.push_back(kEquipActivation);
  } else if (!card.scripted) {
    if (spell && card.fusion_by_text) procedures.push_back(kFusionActivation);
    if (spell && (types & kTypeRitual) != 0) procedures.push_back(kRitualActivation);
  } else if (spell && !scripted) {  // its activation shows which of the two it is
    procedures.insert(procedures.end(), {kFusionActivation, kRitualActivation});
  }
  if (card.pendulum || (types & kTypePendulum) != 0) procedures.push_back(kPendulum);
  if ((types & kTypeSpirit) != 0) procedures.push_back(kSpiritReturn);
  return procedures;
}

}  // namespace docket::edopro
