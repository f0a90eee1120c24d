#include "tools/notation/cards.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/query/characteristics.h"
#include "engine/query/sight.h"
#include "events/hidden.h"
#include "events/quoted.h"

namespace docket::notation {
namespace {

constexpr std::size_t kMostShown = 8;  // cards in a message

}  // namespace

bool CardFinder::isKnown(std::uint32_t number) const {
  const CardIndex index = state_.cardOf(number);
  return index != kNone && state_.cards[index].definition != 0;
}

std::string_view CardFinder::titleOf(std::uint32_t number) const {
  return isKnown(number) ? readTitle(state_, rules_.ruleset, state_.cardOf(number)).title : std::string_view{};
}

std::uint8_t CardFinder::seatsThatLearn(std::uint32_t number, schema::Event::Reader event, const Names& names) const {
  const CardIndex index = state_.cardOf(number);
  if (index == kNone) return kEveryone;
  const Card& card = state_.cards[index];
  ZoneIndex zone = card.zone;
  Seat owner = card.zone_player;
  bool down = card.face == Facing::down;
  bool turned_up = !down;  // so that all see it wherever it is; what a zone hides comes into it face down
  const auto put = [&](NameNumber to, Seat player, schema::Face face) {
    zone = rules_.ruleset.zone(names.text(to));
    owner = player;
    if (face != schema::Face::UNCHANGED) down = face == schema::Face::DOWN;
    turned_up = face == schema::Face::UP;
  };
  if (event.isCardMoved() && event.getCardMoved().getCard() == number) {
    const auto moved = event.getCardMoved();
    put(moved.getZone(), moved.getPlayer(), moved.getFace());
  } else if (event.isCardPlayed() && event.getCardPlayed().getCard() == number) {
    const auto played = event.getCardPlayed();
    if (played.getZone() == 0) return kEveryone;
    put(played.getZone(), played.getToPlayer() != 0 ? played.getToPlayer() : played.getPlayer(), played.getFace());
  } else if (event.isCardFlipped() && event.getCardFlipped().getCard() == number) {
    if (event.getCardFlipped().getFace() != schema::Face::UNCHANGED)
      down = event.getCardFlipped().getFace() == schema::Face::DOWN;
    turned_up = !down;
  } else if (event.isCardsRevealed()) {
    return event.getContext().getSeats();
  } else if ((event.isAbilityActivated() && event.getAbilityActivated().getCard() == number) ||
             (event.isTraitTriggered() && event.getTraitTriggered().getCard() == number)) {
    return kEveryone;
  }
  if (zone == kUnbound) return kEveryone;
  const auto seen_by = rules_.ruleset.zones[zone].seen_by;
  const bool is_up = seen_by == schema::Zone::SeenBy::FACE_UP ? !down : turned_up;
  const std::uint8_t seats = seatsThatSee(seen_by, owner, is_up, state_.seats);
  // Where nobody sees it, who acts has looked.
  return seats != 0 ? seats : seatsThatSee(schema::Zone::SeenBy::OWNER, event.getActor(), false, state_.seats);
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

void CardFinder::narrow(std::vector<CardIndex>& cards, const LookupPurpose& purpose) const {
  const auto keep = [&](auto&& holds) {
    std::vector<CardIndex> kept;
    std::copy_if(cards.begin(), cards.end(), std::back_inserter(kept), holds);
    if (!kept.empty()) cards = std::move(kept);
  };
  const bool plays = purpose.payload == schema::Event::CARD_PLAYED;
  if (cards.size() > 1)
    keep([&](CardIndex card) { return rules_.ruleset.zones[state_.cards[card].zone].in_play != plays; });
  if (cards.size() > 1 && purpose.who != 0) {
    keep([&](CardIndex card) {
      const Card& of = state_.cards[card];
      return rules_.ruleset.zones[of.zone].in_play ? of.controller == purpose.who : of.zone_player == purpose.who;
    });
  }
}

// What is in play already is not played; an unknown card in hand is rather the one that is meant.
void CardFinder::preferUnplayed(std::vector<CardIndex>& cards, const LookupPurpose& purpose,
                                const std::vector<Revealed>& revealed) const {
  const auto in_play = [&](CardIndex card) { return rules_.ruleset.zones[state_.cards[card].zone].in_play; };
  const bool all = std::all_of(cards.begin(), cards.end(), in_play);
  if (all && !hiddenCards(purpose, revealed).empty()) cards.clear();
}

std::string CardFinder::places(const std::vector<CardIndex>& cards) const {
  std::string text;
  for (std::size_t i = 0; i < cards.size() && i < kMostShown; ++i) {
    const Card& card = state_.cards[cards[i]];
    text += fmt::format("{}#{} ({} {})", i == 0 ? "" : ", ", card.number,
                        card.zone_player == 0 ? "shared" : fmt::format("P{}", card.zone_player),
                        rules_.ruleset.zones[card.zone].name);
  }
  return cards.size() > kMostShown ? text + ", ..." : text;
}

bool CardFinder::isHiddenOf(const Card& card, const LookupPurpose& purpose) const {
  if (!card.exists() || card.definition != 0 || purpose.who == 0) return false;
  const Zone& zone = rules_.ruleset.zones[card.zone];
  using Event = schema::Event;
  const bool at_the_table = purpose.payload == Event::ABILITY_ACTIVATED || purpose.payload == Event::TRAIT_TRIGGERED ||
                            purpose.payload == Event::CARD_FLIPPED || purpose.payload == Event::CARD_TURNED;
  if (at_the_table) return zone.in_play && card.controller == purpose.who;
  const bool held = zone.seen_by == schema::Zone::SeenBy::OWNER || zone.seen_by == schema::Zone::SeenBy::OTHERS;
  const bool hand = held && zone.kind == schema::Zone::Kind::AREA;
  return hand && card.zone_player == purpose.who;
}

std::vector<CardIndex> CardFinder::hiddenCards(const LookupPurpose& purpose,
                                               const std::vector<Revealed>& revealed) const {
  std::vector<CardIndex> cards;
  for (CardIndex index = 0; index < state_.cards.size(); ++index) {
    const auto is_it = [&](const Revealed& other) { return other.card == state_.cards[index].number; };
    const bool taken = std::any_of(revealed.begin(), revealed.end(), is_it);
    if (!taken && isHiddenOf(state_.cards[index], purpose)) cards.push_back(index);
  }
  return cards;
}

std::uint32_t CardFinder::hidden(const Cursor& line, const CardWords& words, const LookupPurpose& purpose,
                                 const std::vector<Revealed>& revealed) const {
  const std::vector<CardIndex> cards = hiddenCards(purpose, revealed);
  if (cards.empty()) {
    line.fail(
        words.at,
        words.titled
            ? fmt::format("there is no card {} here, and no unknown card of {} that it could be{}", quoted(words.title),
                          purpose.who == 0 ? "anybody" : fmt::format("P{}", purpose.who), titles_.nearest(words.title))
            : std::string("which card? No unknown one can be meant: say its number, as in ? #12"));
  }
  // Unknown cards in a hand are alike to who writes: the one of the lowest number is as good as any. At the table they
  // are not.
  if (cards.size() > 1 && rules_.ruleset.zones[state_.cards[cards.front()].zone].in_play)
    line.fail(words.at, fmt::format("which of the unknown cards? Say its number: {}", places(cards)));
  const auto lowest = std::min_element(cards.begin(), cards.end(), [&](CardIndex one, CardIndex other) {
    return state_.cards[one].number < state_.cards[other].number;
  });
  return state_.cards[*lowest].number;
}

std::string CardFinder::keyOf(const Cursor& line, const Token& at, std::string_view title) const {
  if (auto key = titles_.key(title)) return *key;
  line.fail(at,
            fmt::format("the catalogue has no card {} or more than one{}: say its key, as in {{definition=\"...\"}}",
                        quoted(title), titles_.nearest(title)));
}

void CardFinder::identify(const Cursor& line, const Token& at, const std::string& title,
                          schema::Identity::Builder into) const {
  into.setDefinition(keyOf(line, at, title).c_str());
  if (titles_.areNone()) into.initPrinted().setTitle(capnp::Text::Reader(title.c_str(), title.size()));
}

std::uint32_t CardFinder::find(const Cursor& line, const CardWords& words, const LookupPurpose& purpose,
                               std::vector<Revealed>& revealed) const {
  if (words.number != 0) return words.number;
  if (!words.titled) {
    const std::uint32_t number = hidden(line, words, purpose, revealed);
    revealed.push_back({.card = number, .at = words.at});
    return number;
  }
  for (const Revealed& card : revealed) {
    if (card.title == words.title) return card.card;
  }
  std::vector<CardIndex> cards = titled(words.title);
  if (purpose.payload == schema::Event::CARD_PLAYED) preferUnplayed(cards, purpose, revealed);
  if (cards.size() > 1) narrow(cards, purpose);
  if (cards.size() == 1) return state_.cards[cards.front()].number;
  if (cards.size() > 1)
    line.fail(words.at, fmt::format("which {}? Say its number: {}", quoted(words.title), places(cards)));
  const std::uint32_t number = hidden(line, words, purpose, revealed);
  static_cast<void>(keyOf(line, words.at, words.title));
  revealed.push_back({.card = number, .title = words.title, .at = words.at});
  return number;
}

}  // namespace docket::notation
