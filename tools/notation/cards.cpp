#include "tools/notation/cards.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/characteristics.h"
#include "events/quoted.h"

namespace docket::notation {
namespace {

constexpr std::size_t kMostTold = 8;  // cards in a message

}  // namespace

bool CardFinder::isKnown(std::uint32_t number) const {
  const CardIndex index = state_.cardOf(number);
  return index != kNone && state_.cards[index].definition != 0;
}

std::string_view CardFinder::titleOf(std::uint32_t number) const {
  return isKnown(number) ? readTitle(state_, rules_.ruleset, state_.cardOf(number)).title : std::string_view{};
}

std::vector<CardIndex> CardFinder::titled(std::string_view title) const {
  std::vector<CardIndex> found;
  for (CardIndex index = 0; index < state_.cards.size(); ++index) {
    const Card& card = state_.cards[index];
    if (card.exists() && card.definition != 0 && readTitle(state_, rules_.ruleset, index).title == title) {
      found.push_back(index);
    }
  }
  return found;
}

void CardFinder::narrow(std::vector<CardIndex>& cards, const Deed& deed) const {
  const auto keep = [&](auto&& holds) {
    std::vector<CardIndex> kept;
    std::copy_if(cards.begin(), cards.end(), std::back_inserter(kept), holds);
    if (!kept.empty()) cards = std::move(kept);
  };
  const bool plays = deed.payload == schema::Event::CARD_PLAYED;
  if (cards.size() > 1)
    keep([&](CardIndex card) { return rules_.ruleset.zones[state_.cards[card].zone].in_play != plays; });
  if (cards.size() > 1 && deed.who != 0) {
    keep([&](CardIndex card) {
      const Card& of = state_.cards[card];
      return rules_.ruleset.zones[of.zone].in_play ? of.controller == deed.who : of.zone_player == deed.who;
    });
  }
}

std::string CardFinder::places(const std::vector<CardIndex>& cards) const {
  std::string text;
  for (std::size_t i = 0; i < cards.size() && i < kMostTold; ++i) {
    const Card& card = state_.cards[cards[i]];
    text += fmt::format("{}#{} ({} {})", i == 0 ? "" : ", ", card.number,
                        card.zone_player == 0 ? "shared" : fmt::format("P{}", card.zone_player),
                        rules_.ruleset.zones[card.zone].name);
  }
  return cards.size() > kMostTold ? text + ", ..." : text;
}

std::uint32_t CardFinder::hidden(const Cursor& line, const CardWords& words, const Deed& deed,
                                 const std::vector<Revealed>& revealed) const {
  // Unknown cards in a hand are alike to who writes: the one that came first is as good as any.
  const Card* first = nullptr;
  for (const Card& card : state_.cards) {
    if (!card.exists() || card.definition != 0 || card.zone_player != deed.who || deed.who == 0) continue;
    const Zone& zone = rules_.ruleset.zones[card.zone];
    if (zone.seen_by != schema::Zone::SeenBy::OWNER || zone.kind != schema::Zone::Kind::AREA) continue;
    const bool taken =
        std::any_of(revealed.begin(), revealed.end(), [&](const Revealed& other) { return other.card == card.number; });
    if (!taken && (first == nullptr || card.number < first->number)) first = &card;
  }
  if (first != nullptr) return first->number;
  const std::string nearest = words.titled ? titles_.nearest(words.title) : std::string{};
  line.fail(words.at,
            words.titled
                ? fmt::format("no card {} is at the table, and no unknown one in the hand of P{}{}",
                              quoted(words.title), deed.who, nearest)
                : fmt::format("which card? P{} has no unknown card in hand: say its number, as in ? #12", deed.who));
}

std::string CardFinder::keyOf(const Cursor& line, const Token& at, std::string_view title) const {
  if (auto key = titles_.key(title)) return *key;
  line.fail(at,
            fmt::format("the catalogue has no card {} or more than one{}: say its key, as in {{definition=\"...\"}}",
                        quoted(title), titles_.nearest(title)));
}

std::uint32_t CardFinder::find(const Cursor& line, const CardWords& words, const Deed& deed,
                               std::vector<Revealed>& revealed) const {
  if (words.number != 0) return words.number;
  if (!words.titled) {
    const std::uint32_t number = hidden(line, words, deed, revealed);
    revealed.push_back({.card = number, .at = words.at});
    return number;
  }
  for (const Revealed& card : revealed) {
    if (card.title == words.title) return card.card;
  }
  std::vector<CardIndex> cards = titled(words.title);
  if (cards.size() > 1) narrow(cards, deed);
  if (cards.size() == 1) return state_.cards[cards.front()].number;
  if (cards.size() > 1)
    line.fail(words.at, fmt::format("which {}? Say its number: {}", quoted(words.title), places(cards)));
  const std::uint32_t number = hidden(line, words, deed, revealed);
  static_cast<void>(keyOf(line, words.at, words.title));
  revealed.push_back({.card = number, .title = words.title, .at = words.at});
  return number;
}

}  // namespace docket::notation
