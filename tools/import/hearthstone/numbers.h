// The numbers and marks of cards: damage and armor as what happened, everything else that the server sends about a card
// as observed. Internal to the import.
// Invariant: nothing is recorded about what is unknown; a card that the client did not see has no numbers here.
#pragma once

#include "tools/import/hearthstone/game.h"

namespace docket::hearthstone {

class Numbers {
 public:
  explicit Numbers(Game& game) : game_(game) {}

  /// Records the changed numbers of an entity that is a card of the record.
  void follow(HsEntity& entity);
  /// Forgets which cards were made ready in the turn before.
  void beginTurn();

 private:
  void changeArmor(HsEntity& entity);
  void changeDamage(HsEntity& entity);
  void changeMarks(HsEntity& entity);
  void changeOrientation(HsEntity& entity);
  void observe(HsEntity& entity);
  void changeCounters(std::uint32_t card, std::string_view counter, std::int64_t by);

  Game& game_;
};

}  // namespace docket::hearthstone
