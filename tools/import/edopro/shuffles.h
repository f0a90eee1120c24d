// Shuffles: the cards lose their numbers and get new ones by place, so that a number after a shuffle reveals nothing.
// Internal to the import.
// Invariant: a shuffle has the same cards before and after it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tools/import/edopro/duel.h"

namespace docket::edopro {

class Shuffles {
 public:
  explicit Shuffles(Duel& duel) : duel_(duel), table_(duel.table), writer_(duel.writer) {}

  void shuffleDeck(std::uint8_t player);
  void shuffleHand(const PlayerCodes& order);
  void shuffleExtraDeck(const PlayerCodes& order);
  /// Shuffles the set cards of some slots of a zone among each other.
  void shuffleSetCards(const SetCardShuffle& shuffle);

 private:
  /// `before`: the cards by place; `codes`: the codes in these places now. Returns the cards in their new order.
  std::vector<CardId> shuffled(std::uint8_t player, std::uint8_t place, const std::vector<CardId>& before,
                               const std::vector<std::uint32_t>& codes);
  /// The same, with the new order; without one, the cards in the places become `codes`.
  std::vector<CardId> renumbered(std::uint8_t player, std::uint8_t place, const std::vector<CardId>& before,
                                 const std::optional<std::vector<CardId>>& order,
                                 const std::vector<std::uint32_t>& codes);
  [[nodiscard]] std::optional<std::vector<CardId>> orderOf(const std::vector<CardId>& before,
                                                           const std::vector<std::uint32_t>& codes) const;

  Duel& duel_;
  DuelTable& table_;
  Writer& writer_;
};

}  // namespace docket::edopro
