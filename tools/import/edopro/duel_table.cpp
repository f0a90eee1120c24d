#include "tools/import/edopro/duel_table.h"

#include <algorithm>
#include <utility>

namespace docket::edopro {

std::optional<std::size_t> DuelTable::indexOf(std::uint8_t place) {
  if (place == 0 || (place & kAttached) != 0 || (place & (place - 1)) != 0) return std::nullopt;
  return static_cast<std::size_t>(__builtin_ctz(place));
}

std::vector<CardId>* DuelTable::cardsIn(std::uint8_t player, std::uint8_t place) {
  const auto index = indexOf(place);
  return index ? &places_[player][*index] : nullptr;
}

const std::vector<CardId>& DuelTable::in(std::uint8_t player, std::uint8_t place) const {
  static const std::vector<CardId> kNothing;
  const auto index = indexOf(place);
  return index ? places_[player][*index] : kNothing;
}

CardId DuelTable::add(std::uint32_t number, std::uint32_t code, std::uint8_t owner) {
  DuelCard card;
  card.number = number;
  card.code = code;
  card.owner = owner;
  cards_.push_back(std::move(card));
  return static_cast<CardId>(cards_.size() - 1);
}

CardId DuelTable::at(std::uint8_t player, std::uint8_t place, std::uint32_t sequence) const {
  const auto& cards = in(player, place);
  return sequence < cards.size() ? cards[sequence] : kNoCard;
}

CardId DuelTable::material(CardId holder, std::uint32_t index, std::uint32_t code) const {
  const auto& materials = cards_[holder].materials;
  if (index < materials.size() && cards_[materials[index]].code == code) return materials[index];
  const auto same =
      std::find_if(materials.begin(), materials.end(), [&](CardId id) { return cards_[id].code == code; });
  return same != materials.end() ? *same : kNoCard;
}

void DuelTable::take(CardId id) {
  DuelCard& card = cards_[id];
  if (card.host != kNoCard) {
    std::erase(cards_[card.host].materials, id);
    card.host = kNoCard;
  } else if (auto* cards = cardsIn(card.player, card.place); cards != nullptr) {
    const auto found = std::find(cards->rbegin(), cards->rend(), id);
    if (found == cards->rend()) return;
    if ((card.place & kField) != 0) {
      *found = kNoCard;
    } else {
      cards->erase(found.base() - 1);
    }
  }
  card.place = 0;
}

bool DuelTable::put(CardId id, const Location& to) {
  auto* cards = cardsIn(to.player, to.place);
  if (cards == nullptr) return false;
  if ((to.place & kField) != 0) {
    if (to.sequence >= cards->size() || (*cards)[to.sequence] != kNoCard) return false;
    (*cards)[to.sequence] = id;
  } else {
    if (to.sequence > cards->size()) return false;
    cards->insert(cards->begin() + static_cast<std::ptrdiff_t>(to.sequence), id);
  }
  DuelCard& card = cards_[id];
  card.player = to.player;
  card.place = to.place;
  card.position = to.position;
  return true;
}

void DuelTable::attach(CardId id, CardId host) {
  DuelCard& card = cards_[id];
  card.host = host;
  card.place = kAttached;
  card.player = cards_[host].player;
  cards_[host].materials.push_back(id);
}

void DuelTable::equip(CardId id, CardId wearer) {
  if (const CardId before = cards_[id].wearer; before != kNoCard) std::erase(cards_[before].equipment, id);
  cards_[id].wearer = wearer;
  cards_[wearer].equipment.push_back(id);
}

std::vector<CardId> DuelTable::unequip(CardId id) {
  std::vector<CardId> off = std::exchange(cards_[id].equipment, {});
  for (const CardId worn : off) cards_[worn].wearer = kNoCard;
  if (const CardId wearer = std::exchange(cards_[id].wearer, kNoCard); wearer != kNoCard) {
    std::erase(cards_[wearer].equipment, id);
    off.push_back(id);
  }
  return off;
}

void DuelTable::reorder(std::uint8_t player, std::uint8_t place, std::vector<CardId> order) {
  if (auto* cards = cardsIn(player, place); cards != nullptr) *cards = std::move(order);
}

}  // namespace docket::edopro
