// The course of a duel: its start, turns and phases, life and counters, its end. Internal to the import.
// Invariant: cards enter the duel here at its start, and through Moves afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/import/edopro/duel.h"

namespace docket::edopro {

class Turns {
 public:
  explicit Turns(Duel& duel) : duel_(duel), table_(duel.table), writer_(duel.writer) {}

  /// Registers the decks and shuffles them.
  void start(const Start& start);
  void beginTurn(std::uint8_t player);
  /// False if there is no such phase; then nothing begins.
  bool beginPhase(std::uint16_t number);
  /// It begins or ends.
  void setDamageStep(bool begins);
  void endGame(const Win& win);
  void changeLife(std::uint8_t player, schema::How how, std::uint32_t amount);
  /// They are placed or removed.
  void changeCounters(const CounterChange& change, bool placed);

 private:
  void registerPile(std::uint8_t player, Place place, const std::vector<std::uint32_t>& codes);

  Duel& duel_;
  DuelTable& table_;
  Writer& writer_;
};

}  // namespace docket::edopro
