// The numbers by which the server says what a tag, a zone, a card's kind, a block or a step is, as far as the import
// asks for them. Facts of the protocol, each under the name that it has there.
#pragma once

#include <cstdint>

namespace docket::hearthstone {

enum class GameTag : std::uint32_t {
  playstate = 17,
  step = 19,
  turn = 20,
  fatigue = 22,
  current_player = 23,
  resources_used = 25,
  resources = 26,
  player_id = 30,
  attached = 40,
  exhausted = 43,
  damage = 44,
  health = 45,
  attack = 47,
  cost = 48,
  zone = 49,
  controller = 50,
  durability = 187,
  taunt = 190,
  stealth = 191,
  divine_shield = 194,
  charge = 197,
  windfury = 189,
  card_type = 202,
  state = 204,
  cant_attack = 227,
  frozen = 260,
  zone_position = 263,
  armor = 292,
  temporary_resources = 295,
  predamage = 318,
  overload_locked = 393,
  additional_hero_powers = 405,
  extra_attacks_this_turn = 444,
  rush = 791,
  puzzle_type = 982,
  puzzle_mode = 1073,
  coin_mana_gem = 1199,
  mega_windfury = 1207,
  tech_level_mana_gem = 1442,
  skip_mulligan = 1561,
  lettuce_node_type = 1808,
  unlimited_hero_powers = 4088,
};
constexpr std::uint32_t numberOf(GameTag tag) { return static_cast<std::uint32_t>(tag); }

enum class TableZone : std::uint8_t {
  none,
  play,
  deck,
  hand,
  graveyard,
  removed,
  set_aside,
  secret,
  lettuce_ability,
  cosmetic,
  unknown = 255  ///< not a zone of the server's: it says one that is not in this list
};

enum class CardKind : std::uint8_t {
  unknown = 0,
  game = 1,
  player = 2,
  hero = 3,
  minion = 4,
  spell = 5,
  enchantment = 6,
  weapon = 7,
  hero_power = 10,
  location = 39
};

enum class BlockKind : std::uint8_t {
  none = 0,
  attack = 1,
  power = 3,
  trigger = 5,
  deaths = 6,
  play = 7,
  fatigue = 8,
  game_reset = 11,
  deck_action = 13,
  unknown = 255  ///< a kind that is not in log_words.cpp
};

enum class PlayState : std::uint8_t { won = 4, lost = 5, tied = 6, disconnected = 7, conceded = 8 };
inline constexpr std::int64_t kGameComplete = 3;  ///< of `state`

}  // namespace docket::hearthstone
