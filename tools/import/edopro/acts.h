// What players do beside chains: plays, attacks, choices, what is shown, what chance decides. Internal to the import.
// Invariant: no card changes its place here.
#pragma once

#include <cstdint>
#include <string_view>

#include "tools/import/edopro/duel.h"

namespace docket::edopro {

class Acts {
 public:
  explicit Acts(Duel& duel) : duel_(duel), table_(duel.table), writer_(duel.writer) {}

  void played(CardId id, std::string_view method);
  void attack(const Pair& pair);
  /// The fighting values of both during damage calculation.
  void battle(const Battle& battle);
  /// The players of `seers` (bit n: player n) are shown the cards.
  void revealed(const PlayerCards& shown, std::uint8_t seers);
  void tossed(const Tosses& tosses, std::string_view what);
  void selectedAtRandom(const PlayerLocations& selected);
  /// What a player chose; false for a hint that says nothing of the kind.
  bool hinted(const Hint& hint);

 private:
  Duel& duel_;
  DuelTable& table_;
  Writer& writer_;
};

}  // namespace docket::edopro
