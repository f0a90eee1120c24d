// The places of a duel's cards, by which the importer finds the card that a message means: messages name cards by
// place, events by number.
// Invariant: every card is in one place, attached to one card, or has ceased to be; piles and hands are in the order of
// the engine's sequences. Equipment has a place of its own; its wearer is stored separately.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tools/import/edopro/messages.h"

namespace docket::edopro {

using CardId = std::uint32_t;  ///< a card of the table, from 0, in the order in which they came into the duel
inline constexpr CardId kNoCard = 0xFFFFFFFFU;

struct DuelCard {
  std::uint32_t number = 0;  ///< in the record; a shuffle changes it
  std::uint32_t code = 0;    ///< 0: unknown so far
  std::uint8_t owner = 0;
  std::uint8_t player = 0;  ///< the owner of its place
  std::uint8_t place = 0;   ///< of Place; kAttached while it is attached; 0: it has ceased to be
  std::uint32_t position = 0;
  std::uint8_t known = 0;  ///< bit n: player n knows which card has this number
  CardId host = kNoCard;   ///< the card to which it is attached as a material
  std::vector<CardId> materials;
  CardId wearer = kNoCard;        ///< the monster that it equips
  std::vector<CardId> equipment;  ///< the cards that equip it

  [[nodiscard]] bool onField() const { return (place & kField) != 0 && (place & kAttached) == 0; }
  [[nodiscard]] bool faceUp() const { return (position & kFaceUp) != 0; }
};

class DuelTable {
 public:
  /// Adds a card that has no place yet.
  CardId add(std::uint32_t number, std::uint32_t code, std::uint8_t owner);

  [[nodiscard]] DuelCard& operator[](CardId id) { return cards_[id]; }
  [[nodiscard]] const DuelCard& operator[](CardId id) const { return cards_[id]; }
  [[nodiscard]] std::size_t size() const { return cards_.size(); }

  /// The card of a place, or kNoCard; not for materials.
  [[nodiscard]] CardId at(std::uint8_t player, std::uint8_t place, std::uint32_t sequence) const;
  /// A material of a holder, by its index and its code: the index may be out of date while materials fall.
  [[nodiscard]] CardId material(CardId holder, std::uint32_t index, std::uint32_t code) const;
  /// The cards of a place in the order of their sequences; kNoCard for an empty slot.
  [[nodiscard]] const std::vector<CardId>& in(std::uint8_t player, std::uint8_t place) const;

  /// Removes a card from its place.
  void take(CardId id);
  /// Puts a card without a place into one; false if the place has no such sequence or is taken.
  [[nodiscard]] bool put(CardId id, const Location& to);
  void attach(CardId id, CardId host);
  /// Equips a monster with a card, which no longer equips another.
  void equip(CardId id, CardId wearer);
  /// Ends the equipment of and by the card. Returns the cards that no longer equip anything.
  std::vector<CardId> unequip(CardId id);
  /// Puts the same cards of a place into another order; for slots, kNoCard stands for an empty one.
  void reorder(std::uint8_t player, std::uint8_t place, std::vector<CardId> order);

 private:
  static std::optional<std::size_t> indexOf(std::uint8_t place);
  [[nodiscard]] std::vector<CardId>* cardsIn(std::uint8_t player, std::uint8_t place);

  std::vector<DuelCard> cards_;
  std::array<std::array<std::vector<CardId>, 7>, 2> places_{
      {{{{}, {}, std::vector<CardId>(7, kNoCard), std::vector<CardId>(8, kNoCard), {}, {}, {}}},
       {{{}, {}, std::vector<CardId>(7, kNoCard), std::vector<CardId>(8, kNoCard), {}, {}, {}}}}};
};

}  // namespace docket::edopro
