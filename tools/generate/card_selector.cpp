#include "tools/generate/card_selector.h"

#include <fmt/format.h>

#include <algorithm>

namespace docket::generate {
namespace {

using Pick = schema::Play::Pick;

bool hasAny(capnp::List<capnp::Text>::Reader list, const std::vector<std::string>& texts) {
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) { return contains(list, text); });
}

bool isWhose(Pick::Whose whose, const TableCard& card, bool in_play, std::uint8_t me) {
  const std::uint8_t holder = in_play ? card.controller : card.player;
  switch (whose) {
    case Pick::Whose::MINE:
      return holder == me;
    case Pick::Whose::OTHERS:
      return holder != me;
    case Pick::Whose::OWNED_BY_ME:
      return card.owner == me;
    case Pick::Whose::ANYONES:
      return true;
  }
  return false;
}

class CardMatcher {
 public:
  CardMatcher(Pick::Reader pick, const RulesSummary& summary, const Table& table, std::uint8_t me, const Hand& hand)
      : pick_(pick), summary_(summary), table_(table), me_(me), hand_(hand) {}

  [[nodiscard]] bool isThere(const TableCard& card) const {
    if (card.zone == kNowhere) return false;
    const bool in_play = table_.inPlay(card);
    const auto zones = pick_.getZones();
    if (zones.size() == 0 ? !in_play : !contains(zones, summary_.zones[card.zone].name)) return false;
    return isWhose(pick_.getWhose(), card, in_play, me_);
  }

  [[nodiscard]] bool looksSo(const TableCard& card) const {
    if (pick_.getFace() != schema::Face::UNCHANGED && (pick_.getFace() == schema::Face::UP) != card.face_up) {
      return false;
    }
    if (pick_.getTurned().size() != 0 && card.turned != pick_.getTurned().cStr()) return false;
    if (pick_.getAttached() == Pick::Attached::EITHER) return true;
    return (pick_.getAttached() == Pick::Attached::YES) != card.host.empty();
  }

  [[nodiscard]] bool standsSo(const TableCard& card) const {
    const auto like = pickedAs(hand_, std::string_view(pick_.getLike().cStr()));
    if (pick_.getLike().size() != 0 && titleOf(table_.cards()[like]) != titleOf(card)) return false;
    const auto beside = pickedAs(hand_, std::string_view(pick_.getBeside().cStr()));
    return pick_.getBeside().size() == 0 || table_.cards()[beside].controller != card.controller;
  }

  void addTo(std::vector<Picked>& found, std::size_t place) const {
    const TableCard& card = table_.cards()[place];
    if (!pick_.getAbility()) {
      found.push_back({.card = place, .ability = pick_.getNumber()});
      return;
    }
    const auto& abilities = summary_.cards[card.kind].abilities;
    for (std::size_t i = 0; i < abilities.size(); ++i) {
      if (!abilities[i].plain) continue;
      if (pick_.getDesignators().size() != 0 && !contains(pick_.getDesignators(), abilities[i].designator)) continue;
      const auto& zones = abilities[i].zones;
      if (!zones.empty() && std::find(zones.begin(), zones.end(), summary_.zones[card.zone].name) == zones.end())
        continue;
      found.push_back({.card = place, .ability = i + 1});
    }
  }

  [[nodiscard]] bool isFree(std::size_t place) const {
    return std::none_of(hand_.begin(), hand_.end(), [&](const auto& one) { return one.second.card == place; });
  }

 private:
  [[nodiscard]] const std::string& titleOf(const TableCard& card) const { return summary_.cards[card.kind].title; }

  Pick::Reader pick_;
  const RulesSummary& summary_;
  const Table& table_;
  std::uint8_t me_;
  const Hand& hand_;
};

}  // namespace

bool contains(capnp::List<capnp::Text>::Reader list, std::string_view text) {
  for (auto one : list) {
    if (std::string_view(one.begin(), one.size()) == text) return true;
  }
  return false;
}

std::size_t pickedAs(const Hand& hand, std::string_view name) {
  const auto found = std::find_if(hand.begin(), hand.end(), [&](const auto& one) { return one.first == name; });
  return found == hand.end() ? kNowhere : found->second.card;
}

bool describes(Pick::Reader pick, const CardKind& kind, Keys keys) {
  if (pick.getTypes().size() != 0 && !hasAny(pick.getTypes(), kind.types)) return false;
  if (pick.getKeywords().size() != 0 && !hasAny(pick.getKeywords(), kind.keywords)) return false;
  if (keys == Keys::asked && pick.getKeys().size() != 0 && !contains(pick.getKeys(), kind.key)) return false;
  return !hasAny(pick.getWithout(), kind.keywords) && !hasAny(pick.getNotTypes(), kind.types);
}

std::vector<Picked> candidates(Pick::Reader pick, const RulesSummary& summary, const Table& table, std::uint8_t me,
                               const Hand& hand) {
  const CardMatcher matcher(pick, summary, table, me, hand);
  std::vector<Picked> found;
  for (std::size_t i = 0; i < table.cards().size(); ++i) {
    const TableCard& card = table.cards()[i];
    if (!matcher.isThere(card) || !matcher.isFree(i) || !describes(pick, summary.cards[card.kind])) continue;
    if (matcher.looksSo(card) && matcher.standsSo(card)) matcher.addTo(found, i);
  }
  return found;
}

}  // namespace docket::generate
