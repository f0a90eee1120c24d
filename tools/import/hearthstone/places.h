// The places of the cards of a game: they enter the record, become known, move, change sides and are attached. Internal
// to the import.
// Invariant: after `follow` the record has the card at the last place that was sent for its entity.
#pragma once

#include <string_view>
#include <vector>

#include "tools/import/hearthstone/game.h"

namespace docket::hearthstone {

/// The zone of the ruleset for such an entity.
[[nodiscard]] std::string_view zoneName(TableZone zone, CardKind kind);
/// True if cards in that zone are in play.
[[nodiscard]] bool inPlay(std::string_view zone);

class Places {
 public:
  explicit Places(Game& game) : game_(game) {}

  /// Registers the cards that the game began with.
  void begin();
  /// Records the changes of an entity that is a card: its identity, its place, its host. `placed`: its place in its
  /// zone was sent last.
  void follow(HsEntity& entity, bool placed);

 private:
  void registerRun(const std::vector<HsEntity*>& cards);
  void create(HsEntity& entity);
  bool learn(HsEntity& entity);
  void move(HsEntity& entity, std::string_view zone, Seat player, bool placed);
  void place(HsEntity& entity);
  void reveal(const HsEntity& entity);
  void attach(HsEntity& entity);
  void detach(HsEntity& entity);
  void attachAgain(const HsEntity& host);
  void goesTo(InRecord& recorded, std::string_view zone, Seat player);
  [[nodiscard]] std::uint8_t whoSees(std::string_view zone, Seat player) const;
  [[nodiscard]] Seat controllerOf(const HsEntity& entity) const;
  [[nodiscard]] bool comesLast(const HsEntity& entity) const;
  [[nodiscard]] std::string_view reasonOf(const HsEntity& entity, std::string_view to) const;

  Game& game_;
};

}  // namespace docket::hearthstone
