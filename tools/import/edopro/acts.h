// Acts outside chains: plays, attacks, choices, revealed cards, random outcomes. Internal to the import.
// Invariant: no card changes its place here.
#pragma once

#include <cstdint>
#include <string_view>

#include "tools/import/edopro/duel.h"

namespace docket::edopro {

class Acts {
 public:
  explicit Acts(Duel& duel) : duel_(duel), table_(duel.table), writer_(duel.writer) {}

  /// A Normal Summon or Set by an effect has that effect as its cause.
  void addPlay(CardId id, std::string_view method);
  void addAttack(const Pair& pair);
  /// The fighting values of both during damage calculation.
  void addBattle(const Battle& battle);
  /// Shows the cards to the players of `seers` (bit n: player n).
  void addReveal(const PlayerCards& shown, std::uint8_t seers);
  void addToss(const Tosses& tosses, std::string_view what);
  void addRandomSelection(const PlayerLocations& selected);
  /// Adds the choice of a player; false if the hint has none.
  bool addChoice(const Hint& hint);

 private:
  /// The effect by which a player Normal Summons or Sets something outside a chain; 0 if it is by none.
  [[nodiscard]] EventNumber grantingEffect(std::uint8_t player, std::string_view method) const;

  Duel& duel_;
  DuelTable& table_;
  Writer& writer_;
};

}  // namespace docket::edopro
