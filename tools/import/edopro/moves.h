// The places of cards: moves, tokens, materials, equipment, positions, control, draws. Internal to the import.
// Invariant: the table is changed first; the events then describe it.
#pragma once

#include <string_view>

#include "tools/import/edopro/duel.h"

namespace docket::edopro {

class Moves {
 public:
  explicit Moves(Duel& duel) : duel_(duel), table_(duel.table), writer_(duel.writer) {}

  /// Moves, creates or removes a card, or makes it a material.
  void move(const Move& move);
  /// Removes a card.
  void cease(CardId id);
  /// Changes the position of a card that does not move.
  void reposition(CardId id, std::uint32_t position);
  /// Lets two cards trade places.
  void swap(const Swap& swap);
  void draw(const PlayerCodes& draw);
  /// Equips the second card with the first.
  void equip(const Pair& pair);

 private:
  void create(const Move& move);
  void relocate(CardId id, const Location& to, std::string_view reason);
  EventNumber causeOfControl(CardId id, std::uint8_t from);
  void placed(CardId id, const DuelCard& before, std::uint32_t sequence, std::string_view reason, EventNumber group);
  void comesFrom(schema::Event::CardMoved::Builder moved, const DuelCard& before);
  void becomeMaterial(CardId id, const Location& under, std::string_view reason);
  void attachMaterials(CardId host, EventNumber group);
  void attachTo(CardId id, CardId host, std::string_view kind, EventNumber group);

  Duel& duel_;
  DuelTable& table_;
  Writer& writer_;
};

}  // namespace docket::edopro
