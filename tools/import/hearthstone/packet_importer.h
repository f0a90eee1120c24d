// Processes the packets of a game: each changes its entity, and then the record follows. Consecutive packets about one
// card are one step, because a card moves before its position is reported. Internal to the import.
// Invariant: after finish() the record contains everything that the import uses of the packets.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>

#include "tools/import/hearthstone/game.h"
#include "tools/import/hearthstone/numbers.h"
#include "tools/import/hearthstone/places.h"
#include "tools/import/hearthstone/turns.h"

namespace docket::hearthstone {

class PacketImporter {
 public:
  PacketImporter(const std::string& file_name, Seat viewer, Recording& recording)
      : game_(file_name, viewer, recording) {}

  void handle(const Packet& packet);
  /// Ends the game. Refuses a game without recorded events.
  void finish();

  [[nodiscard]] const Game& game() const { return game_; }

 private:
  void declare(const Packet& packet);
  void showAs(HsEntity& entity, const Packet& packet);
  void tagChange(HsEntity& entity, const Packet& packet);
  void blockEnds();
  /// Notes what damage the server announces and does. True if the packet is only an announcement.
  bool announcesDamage(const Packet& packet);
  void noteMissingDamage();
  void noteMissingPlaces();
  void noteMissing(HsEntity& entity, GameTag tag, std::string_view what);
  [[nodiscard]] bool isSameStep(const Packet& packet) const;
  void settle();
  void set(HsEntity& entity, const Tag& tag);
  void read(HsEntity& entity, std::uint32_t tag);
  void begin(const Packet& packet);
  void noteSkipped(const Packet& packet);
  void setMode(const Packet& packet);
  void noteCutShort();
  void refuseOtherModes(const Packet& packet) const;
  void refuseAdventures();

  Game game_;
  Places places_{game_};
  Numbers numbers_{game_};
  Turns turns_{game_};
  HsEntity* pending_ = nullptr;      ///< a card about which more may follow before it is recorded
  std::set<std::uint32_t> damaged_;  ///< entities whose damage the current block has announced
  bool has_robot_ = false;           ///< one player is the computer
  bool moved_ = false;               ///< its zone was sent
  bool placed_ = false;              ///< its place was sent: another one is a further step
};

}  // namespace docket::hearthstone
