#include "tests/hearthstone/differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/query/stats/stats.h"
#include "tests/hearthstone/recorded_games.h"
#include "tools/import/hearthstone/enchantments.h"

namespace docket::hearthstone {
namespace {

/// Cards whose own text changes their numbers without an enchantment that the client receives. Facts of the cards.
constexpr std::array<std::string_view, 8> kChangeThemselves{
    "EX1_335",   // Lightspawn: its attack is its health
    "GVG_024",   // Cogmaster's Wrench: +2 attack while its player has a mech
    "KAR_063",   // Spirit Claws: +2 attack with spell damage
    "TRL_352",   // Likkim: +2 attack while overloaded
    "YOP_013",   // Spiked Wheel: +3 attack while its hero has armor
    "WON_144",   // Eyestalk of C'Thun: as many as there were before
    "ETC_522t",  // Die-Hard Fan: as large as what it is made of
    "EX1_411",   // Gorehowl: its attack is what it loses
};

/// Printed numbers in which the facts are wrong, because only changed copies were seen, or because a 0 is not counted.
struct WrongFact {
  std::string_view card, field;
  std::int64_t printed;
};
constexpr std::array<WrongFact, 9> kWrongFacts{{{"GAME_005", "cost", 0},    // The Coin
                                                {"EX1_554t", "cost", 0},    // Snake
                                                {"EX1_506a", "cost", 0},    // Murloc Scout
                                                {"EX1_575", "attack", 0},   // Mana Tide Totem
                                                {"BOT_537", "attack", 0},   // Mechano-Egg
                                                {"LOOT_358", "attack", 7},  // Grumble, Worldshaker
                                                {"LOOT_358", "health", 7},
                                                {"GIL_578", "attack", 6},  // Countess Ashmore
                                                {"GIL_578", "health", 6}}};

/// Cards whose text changes a number of other cards without an enchantment that the client receives. Facts likewise.
struct ChangesOthers {
  std::string_view card, field, title;
  std::int64_t by;  ///< the rules exceed the server by a multiple of it; 0: by any amount
};
constexpr std::array<ChangesOthers, 6> kChangeOthers{{{"UNG_034", "cost", "Radiant Elemental", 1},
                                                      {"EX1_611", "cost", "Freezing Trap", -2},
                                                      {"RLK_051", "health", "Vampiric Blood", -5},
                                                      {"REV_018", "health", "Prince Renathal", -5},
                                                      {"UNG_024", "cost", "Mana Bind", 0},
                                                      {"UNG_085", "cost", "Emerald Hive Queen", -2}}};

/// The title of such a card that came up in the game; empty: there is none.
std::string_view changedByOther(const StatOfCard& of) {
  for (const ChangesOthers& one : kChangeOthers) {
    const bool explains = one.by == 0 || (of.by % one.by == 0 && of.by / one.by > 0);
    if (one.field != of.fact || !explains) continue;
    for (const Card& card : of.state.cards) {
      const Definition* definition = of.state.definitionOf(card);
      if (definition != nullptr && definition->key == one.card) return one.title;
    }
  }
  return {};
}

bool isUntyped(const State& state, CardIndex card) {
  const Definition* definition = state.definitionOf(state.cards[card]);
  return definition == nullptr || typedEnchantment(definition->key) == nullptr;
}

bool hasUntyped(const State& state, Entity host) {
  for (CardIndex i = 0; i < state.cards.size(); ++i) {
    if (state.cards[i].exists() && state.cards[i].host == host && isUntyped(state, i)) return true;
  }
  return false;
}

/// The cause in the weapon with which a hero fights.
bool weaponIsUnknown(const StatOfCard& of) {
  const Seat player = of.state.cards[of.card].controller;
  for (CardIndex i = 0; i < of.state.cards.size(); ++i) {
    const Card& card = of.state.cards[i];
    if (!card.exists() || card.controller != player || of.rules.ruleset.zones[card.zone].name != "weapon") continue;
    if (!causeOf({.state = of.state, .rules = of.rules, .card = i, .fact = "attack", .stat = of.stat}).empty())
      return true;
  }
  return false;
}

}  // namespace

std::string causeOf(const StatOfCard& of) {
  const Card& card = of.state.cards[of.card];
  const Definition* definition = of.state.definitionOf(card);
  if (hasUntyped(of.state, of.card)) return "unknown: an enchantment on it is not typed";
  const auto varies = varyingCards().find(definition->key);
  if (varies != varyingCards().end() && varies->second.contains(of.fact))
    return "the facts: the card was printed with several values";
  for (const WrongFact& wrong : kWrongFacts) {
    const bool explains = definition->stats[of.stat].amount - wrong.printed == of.by;
    if (wrong.card == definition->key && wrong.field == of.fact && explains)
      return "the facts: they were counted without 0 or on changed copies";
  }
  if (std::find(kChangeThemselves.begin(), kChangeThemselves.end(), definition->key) != kChangeThemselves.end())
    return "unknown: its own text changes it, which is not typed";
  const std::string_view zone = of.rules.ruleset.zones[card.zone].name;
  if (zone == "hero" && std::string_view(of.fact) == "attack" && weaponIsUnknown(of))
    return "unknown: that of the weapon that its hero fights with is";
  const auto player = entityOf(EntityKind::player, card.controller);
  if (hasUntyped(of.state, player)) return "unknown: an enchantment on its player is not typed";
  if (const auto title = changedByOther(of); !title.empty())
    return fmt::format("unknown: the text of {} changes it without an enchantment", title);
  if (!of.state.skipped.empty()) return "unknown: the file lacks something";
  return {};
}

}  // namespace docket::hearthstone
