// The course of a game: its players' mana and fatigue, turns and their parts, what players do, and its end. Internal to
// the import.
// Invariant: a turn begins once; nothing is reported after the end.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tools/import/hearthstone/game.h"

namespace docket::hearthstone {

class Turns {
 public:
  explicit Turns(Game& game) : game_(game) {}

  /// The table when the record of a game begins in the middle: its turn, and what its players have.
  void begin();
  /// Handles a change of the game itself or of a player.
  void followGameTag(const HsEntity& entity, std::uint32_t tag, std::int64_t value);
  void followPlayerTag(HsEntity& player, std::uint32_t tag, std::int64_t before, std::int64_t value);
  /// A block begins: a player's act is recorded at once; effects of a card's text are recorded when something happens.
  void beginBlock(const Packet& packet);
  /// Records who won, once it is known.
  void end();

 private:
  void beginTurn(std::int64_t number);
  void beginStep(std::int64_t number);
  void addPlay(OpenBlock& block, const HsEntity& card, std::uint32_t target);
  void addAttack(OpenBlock& block, const HsEntity& card, std::uint32_t target, bool by_choice);
  void changeValue(const HsEntity& player, std::string_view value, std::int64_t before, std::int64_t now);
  [[nodiscard]] Seat turnPlayer() const;

  Game& game_;
  std::int64_t turn_ = 0;
  std::string_view phase_;
  std::uint32_t joined_ = 0;  ///< the game's entity, in the turn in which a file begins that begins late; else 0
  std::array<bool, 3> conceded_{}, disconnected_{};  ///< by seat
};

}  // namespace docket::hearthstone
