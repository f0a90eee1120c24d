#include "tools/import/edopro/shuffles.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <range/v3/view/reverse.hpp>

#include "tools/import/edopro/deck_order.h"

namespace docket::edopro {

/// Cards of the same code cannot be told apart after a shuffle: they are taken in the order in which they lay before.
std::optional<std::vector<CardId>> Shuffles::orderOf(const std::vector<CardId>& before,
                                                     const std::vector<std::uint32_t>& codes) const {
  std::map<std::uint32_t, std::vector<CardId>> by_code;
  for (const CardId id : before | ranges::views::reverse) by_code[table_[id].code].push_back(id);
  std::vector<CardId> order;
  for (const std::uint32_t code : codes) {
    const auto found = by_code.find(code);
    if (code == 0 || found == by_code.end() || found->second.empty()) return std::nullopt;
    order.push_back(found->second.back());
    found->second.pop_back();
  }
  return order.size() == before.size() ? std::optional(order) : std::nullopt;
}

std::vector<CardId> Shuffles::shuffled(std::uint8_t player, std::uint8_t place, const std::vector<CardId>& before,
                                       const std::vector<std::uint32_t>& codes) {
  return renumbered(player, place, before, orderOf(before, codes), codes);
}

std::vector<CardId> Shuffles::renumbered(std::uint8_t player, std::uint8_t place, const std::vector<CardId>& before,
                                         const std::optional<std::vector<CardId>>& order,
                                         const std::vector<std::uint32_t>& codes) {
  std::vector<std::uint32_t> numbers_before;
  std::vector<std::uint32_t> numbers_of_order;
  for (const CardId id : before) numbers_before.push_back(table_[id].number);
  std::vector<CardId> after = order ? *order : before;
  for (const CardId id : after) numbers_of_order.push_back(table_[id].number);
  const std::uint32_t first = duel_.next_number;
  std::uint8_t seers = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    DuelCard& card = table_[after[i]];
    card.number = duel_.next_number++;
    card.known = 0;
    if (!order) card.code = i < codes.size() ? codes[i] : 0;
    seers = whoSees(card);
    duel_.makeKnown(after[i]);
  }
  writer_.seenBy(seers);
  writer_.add(seatOf(player), [&](schema::Event::Builder event) {
    auto shuffled = event.initShuffled();
    shuffled.setPlayer(seatOf(player));
    shuffled.setZone(writer_.name(zoneName(place)));
    shuffled.setFirst(first);
    shuffled.setCount(static_cast<std::uint32_t>(before.size()));
    if (place != kDeck && place != kExtraDeck) {
      auto cards = shuffled.initCards(static_cast<unsigned>(before.size()));
      for (unsigned i = 0; i < before.size(); ++i) cards.set(i, numbers_before[i]);
    }
    if (!order) return;
    auto old = shuffled.initOrder(static_cast<unsigned>(after.size()));
    for (unsigned i = 0; i < after.size(); ++i) old.set(i, numbers_of_order[i]);
  });
  return after;
}

void Shuffles::shuffleDeck(std::uint8_t player) {
  const std::vector<CardId> before = table_.in(player, kDeck);
  if (before.empty()) return;
  const auto later = duel_.later();
  const auto codes = foreseePile(later, player, kDeck, before.size(), duel_.file_name);
  table_.reorder(player, kDeck, shuffled(player, kDeck, before, codes));
}

void Shuffles::shuffleHand(const PlayerCodes& order) {
  const std::vector<CardId> before = table_.in(order.player, kHand);
  if (order.codes.size() != before.size()) duel_.refuse("the shuffled hand has a different number of cards");
  if (before.empty()) return;
  const auto after = orderOf(before, order.codes);
  if (!after) return table_.reorder(order.player, kHand, shuffled(order.player, kHand, before, order.codes));
  // A card of the other player in the hand shows by its back which one it is: it is not lost among the others.
  std::vector<CardId> own_before;
  std::vector<CardId> own_after;
  const auto own = [&](CardId id) { return table_[id].owner == order.player; };
  std::copy_if(before.begin(), before.end(), std::back_inserter(own_before), own);
  std::copy_if(after->begin(), after->end(), std::back_inserter(own_after), own);
  table_.reorder(order.player, kHand, *after);
  if (!own_before.empty()) renumbered(order.player, kHand, own_before, own_after, {});
}

void Shuffles::shuffleExtraDeck(const PlayerCodes& order) {
  // Face-up cards at the end are not shuffled and not listed.
  std::vector<CardId> before = table_.in(order.player, kExtraDeck);
  if (order.codes.size() > before.size()) duel_.refuse("the shuffled extra deck has fewer cards");
  std::vector<std::uint32_t> codes = order.codes;
  for (std::size_t i = codes.size(); i < before.size(); ++i) codes.push_back(table_[before[i]].code);
  if (before.empty()) return;
  table_.reorder(order.player, kExtraDeck, shuffled(order.player, kExtraDeck, before, codes));
}

void Shuffles::shuffleSetCards(const SetCardShuffle& shuffle) {
  if (shuffle.before.empty()) return;
  const std::uint8_t player = shuffle.before.front().player;
  if ((shuffle.place & kField) != shuffle.place) duel_.refuse("set cards are shuffled in a place that has none");
  const auto later = duel_.later();
  const auto seen = foreseeSlots(later, player, shuffle.place, duel_.file_name);
  std::vector<CardId> before;
  std::vector<std::uint32_t> codes;
  for (const Location& at : shuffle.before) {
    const CardId id = duel_.cardAt(at);
    if (at.player != player || at.place != shuffle.place ||
        std::find(before.begin(), before.end(), id) != before.end()) {
      duel_.refuse("the set cards that are shuffled are not different cards of one zone");
    }
    before.push_back(id);
    codes.push_back(at.sequence < seen.size() ? seen[at.sequence] : 0);
  }
  const auto after = shuffled(player, shuffle.place, before, codes);
  std::vector<CardId> slots = table_.in(player, shuffle.place);
  for (std::size_t i = 0; i < after.size(); ++i) slots[shuffle.before[i].sequence] = after[i];
  table_.reorder(player, shuffle.place, slots);
}

}  // namespace docket::edopro
