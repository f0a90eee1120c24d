// The messages of the engine of EDOPro, each packet read into a struct of its own.
// Invariant: a struct is read from the first bytes of its packet; if bytes are missing, it throws BadInput; further
// ones are ignored.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tools/import/edopro/bytes.h"
#include "tools/import/edopro/container.h"
#include "tools/import/edopro/words.h"

namespace docket::edopro {

enum class Message : std::uint8_t {
  hint = 2,
  start = 4,
  win = 5,
  update_data = 6,
  update_card = 7,
  confirm_deck_top = 30,
  confirm_cards = 31,
  shuffle_deck = 32,
  shuffle_hand = 33,
  swap_graveyard_deck = 35,
  shuffle_set_cards = 36,
  reverse_deck = 37,
  deck_top = 38,
  shuffle_extra = 39,
  new_turn = 40,
  new_phase = 41,
  confirm_extra_top = 42,
  move = 50,
  position_change = 53,
  set = 54,
  swap = 55,
  field_disabled = 56,
  summoning = 60,
  summoned = 61,
  special_summoning = 62,
  special_summoned = 63,
  flip_summoning = 64,
  flip_summoned = 65,
  chaining = 70,
  chained = 71,
  chain_solving = 72,
  chain_solved = 73,
  chain_end = 74,
  chain_negated = 75,
  chain_disabled = 76,
  card_selected = 80,
  random_selected = 81,
  become_target = 83,
  draw = 90,
  damage = 91,
  recover = 92,
  equip = 93,
  life_update = 94,
  card_target = 96,
  cancel_target = 97,
  pay_life = 100,
  add_counter = 101,
  remove_counter = 102,
  attack = 110,
  battle = 111,
  attack_disabled = 112,
  damage_step_start = 113,
  damage_step_end = 114,
  missed_effect = 120,
  toss_coin = 130,
  toss_dice = 131,
  card_hint = 160,
  tag_swap = 161,
  reload_field = 162,
  player_hint = 165,
  remove_cards = 190,
};

/// The place of a card. `position` is its position, or for a card attached to another its index among the materials.
struct Location {
  std::uint8_t player = 0;
  std::uint8_t place = 0;  ///< bits of Place; 0: nowhere
  std::uint32_t sequence = 0;
  std::uint32_t position = 0;

  [[nodiscard]] bool nowhere() const { return place == 0; }
  [[nodiscard]] bool attached() const { return (place & kAttached) != 0; }
};

struct Start {
  std::array<std::uint32_t, 2> life;
  std::array<std::uint16_t, 2> deck, extra;
};
struct Move {
  std::uint32_t code;
  Location from, to;
  std::uint32_t reason;
};
struct PositionChange {
  std::uint32_t code;
  Location at;  ///< with the position before
  std::uint8_t after;
};
struct CardAt {
  std::uint32_t code;
  Location at;
};
struct Swap {
  CardAt first, second;
};
struct Chaining {
  std::uint32_t code;
  Location at;         ///< where the card is now
  Location triggered;  ///< where its effect was activated; without a position
  std::uint64_t description;
  std::uint32_t link;
};
struct PlayerAmount {
  std::uint8_t player;
  std::uint32_t amount;
};
struct CounterChange {
  std::uint16_t kind;
  Location at;  ///< without a position
  std::uint16_t amount;
};
struct Pair {
  Location first, second;
};
struct Fighter {
  Location at;
  std::int32_t attack, defense;
};
struct Battle {
  Fighter attacker, target;  ///< a direct attack has no place as its target
};
struct PlayerCards {
  std::uint8_t player;
  std::vector<CardAt> cards;
};
struct PlayerCodes {
  std::uint8_t player;
  std::vector<std::uint32_t> codes;
};
struct PlayerLocations {
  std::uint8_t player;
  std::vector<Location> cards;
};
struct SetCardShuffle {
  std::uint8_t place;
  std::vector<Location> before, after;  ///< after: no place for a card that was detached
};
struct Tosses {
  std::uint8_t player;
  std::vector<std::int32_t> results;
};
struct Hint {
  std::uint8_t type, player;
  std::uint64_t value;
};
struct Win {
  std::uint8_t winner, reason;
};

/// True if a message is known to be only presentation: it changes nothing in the duel.
[[nodiscard]] bool isOnlyShown(std::uint8_t message);

Start readStart(Bytes& bytes);
Win readWin(Bytes& bytes);
Hint readHint(Bytes& bytes);
Move readMove(Bytes& bytes);
PositionChange readPositionChange(Bytes& bytes);
CardAt readCardAt(Bytes& bytes);
Swap readSwap(Bytes& bytes);
Chaining readChaining(Bytes& bytes);
PlayerAmount readPlayerAmount(Bytes& bytes);
CounterChange readCounterChange(Bytes& bytes);
Pair readPair(Bytes& bytes);
Battle readBattle(Bytes& bytes);
PlayerCards readConfirmed(Bytes& bytes);
PlayerCodes readDraw(Bytes& bytes);
PlayerCodes readShuffledCodes(Bytes& bytes);
PlayerLocations readPlayerLocations(Bytes& bytes);
std::vector<Location> readLocations(Bytes& bytes);
SetCardShuffle readSetCardShuffle(Bytes& bytes);
Tosses readTosses(Bytes& bytes);
/// The number of a player: 0 or 1.
std::uint8_t readPlayer(Bytes& bytes);
/// A link of the chain, from 1.
std::uint8_t readLink(Bytes& bytes);
std::uint16_t readPhase(Bytes& bytes);

/// The fields of one card in a refresh, by the bit of each.
struct Query {
  enum Field : std::uint8_t {
    code = 0,
    position = 1,
    title_code = 2,
    types = 3,
    level = 4,
    rank = 5,
    attribute = 6,
    race = 7,
    attack = 8,
    defense = 9,
    base_attack = 10,
    base_defense = 11,
    left_scale = 21,
    right_scale = 22,
    link = 23,
  };
  static constexpr std::size_t kFields = 26;

  std::uint32_t fields = 0;                  ///< a bit for each field; 0: an empty place
  std::uint32_t unknown = 0;                 ///< the number of fields that no known version has
  std::array<std::int64_t, kFields> values;  ///< of the fields that are a single number

  [[nodiscard]] bool empty() const { return fields == 0; }
  [[nodiscard]] bool has(Field field) const { return (fields >> field & 1U) != 0; }
  [[nodiscard]] std::int64_t operator[](Field field) const { return values[field]; }
  [[nodiscard]] std::uint32_t number(Field field) const { return static_cast<std::uint32_t>(values[field]); }
};

/// Reads the next query of a refresh.
void readQuery(Bytes& bytes, Query& query);

/// The head of a refresh; the queries follow it.
struct Refresh {
  std::uint8_t player, place;
  std::uint8_t sequence = 0;  ///< of the one card, for update_card
};
Refresh readRefresh(Bytes& bytes, Message message);

}  // namespace docket::edopro
