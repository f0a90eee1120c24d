#include "engine/fold/piles.h"

#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/fold/fold.h"
#include "engine/fold/fold_statements.h"
#include "engine/fold/set_updates.h"
#include "engine/fold/zones.h"
#include "engine/query/cards/places.h"
#include "engine/query/cards/statements.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

/// Adds (+1) or removes (-1) the fact about the card at `place`, if there is one.
void factAt(Fold& fold, const std::vector<CardIndex>& pile, std::size_t place, int sign) {
  if (place >= pile.size()) return;
  const auto fact = factBelow(pile[place], place == 0 ? kNone : pile[place - 1]);
  if (sign > 0) {
    fold.state.fingerprint += fact;
  } else {
    fold.state.fingerprint -= fact;
  }
}

std::vector<CardIndex>& pileOf(Fold& fold, const Card& card) {
  return fold.state.piles[fold.state.pile(card.zone, card.zone_player)];
}

bool isPile(const Fold& fold, ZoneIndex zone) { return fold.ruleset().zones[zone].kind == schema::Zone::Kind::PILE; }

void requireSeat(const Fold& fold, Seat player) {
  if (player > fold.state.seats) fold.throwMalformed("it names a seat that the game does not have");
}

}  // namespace

void putIntoPile(Fold& fold, CardIndex index, std::int32_t place) {
  const Card& card = fold.state.cards[index];
  if (!isPile(fold, card.zone)) return;
  auto& pile = pileOf(fold, card);
  std::size_t where = pile.size();
  if (place == -2) where = 0;
  if (place >= 0 && static_cast<std::size_t>(place) < pile.size()) where = static_cast<std::size_t>(place);
  factAt(fold, pile, where, -1);
  pile.insert(pile.begin() + static_cast<std::ptrdiff_t>(where), index);
  factAt(fold, pile, where, +1);
  factAt(fold, pile, where + 1, +1);
}

void takeFromPile(Fold& fold, CardIndex index) {
  const Card& card = fold.state.cards[index];
  if (!card.exists() || !isPile(fold, card.zone)) return;
  auto& pile = pileOf(fold, card);
  // Most cards leave from the top.
  const auto from_top = ranges::find(pile.rbegin(), pile.rend(), index);
  if (from_top == pile.rend()) return;
  const auto where = static_cast<std::size_t>(pile.rend() - from_top) - 1;
  factAt(fold, pile, where, -1);
  factAt(fold, pile, where + 1, -1);
  pile.erase(pile.begin() + static_cast<std::ptrdiff_t>(where));
  factAt(fold, pile, where, +1);
}

void registerDeck(Fold& fold, schema::Event::DeckRegistered::Reader event) {
  requireSeat(fold, event.getPlayer());
  const ZoneIndex zone = zoneOf(fold, event.getZone());
  const bool hidden = fold.ruleset().zones[zone].hides();
  if (event.getCount() > kMaxNumbersAtOnce) fold.throwMalformed("it registers too many cards");
  fold.reserveCards(event.getCount());
  if (isPile(fold, zone)) Fold::makeRoom(fold.state.piles[fold.state.pile(zone, event.getPlayer())], event.getCount());
  for (std::uint32_t i = 0; i < event.getCount(); ++i) {
    const CardIndex index = fold.addCard(Card{.number = event.getFirst() + i,
                                              .arrived = fold.now,
                                              .zone = zone,
                                              .zone_player = event.getPlayer(),
                                              .owner = event.getPlayer(),
                                              .controller = event.getPlayer(),
                                              .base_controller = event.getPlayer(),
                                              .face = hidden ? Facing::down : Facing::up,
                                              .known_to = 0});
    putIntoPile(fold, index, -1);
  }
}

namespace {

/// The cards shuffled in the order that the event gives; empty if it gives none, or not one of these cards.
std::vector<CardIndex> inOrder(const Fold& fold, const std::vector<CardIndex>& shuffled,
                               capnp::List<std::uint32_t>::Reader order) {
  if (order.size() != shuffled.size()) return {};
  std::vector<CardIndex> after;
  after.reserve(order.size());
  for (const std::uint32_t number : order) after.push_back(fold.card(number));
  // The order must be a permutation of the shuffled cards.
  std::vector<std::uint32_t> left(fold.state.cards.size());
  for (const CardIndex card : shuffled) ++left[card];
  for (const CardIndex card : after) {
    if (card == kNone || left[card]-- == 0) return {};
  }
  return after;
}

/// A shuffle gives a known card out of play a new number and a new time of arrival.
void touchShuffled(Fold& fold, CardIndex index, bool stays_known) {
  const State& state = fold.state;
  const Card& card = state.cards[index];
  const Definition* known = state.definitionOf(card);
  const bool lies_bare = card.exists() && !fold.ruleset().zones[card.zone].in_play && card.host == kNone;
  if (!stays_known || !lies_bare || known == nullptr) return fold.touch(index);
  StateParts changes = StateParts::ofZone(card.zone);
  // As in changesOf().
  if (card.created || known->proxy || known->title.empty()) changes |= StateParts::of(StatePart::characteristics);
  const bool may_be_given = card.first_entry != kNone || (state.computed != nullptr && state.computed->grant_traits);
  if (known->continuous || may_be_given) changes |= StateParts::of(StatePart::bearers);
  fold.touchFor(index, changes);
}

}  // namespace

void shuffle(Fold& fold, schema::Event::Shuffled::Reader event) {
  requireSeat(fold, event.getPlayer());
  State& state = fold.state;
  const ZoneIndex zone = zoneOf(fold, event.getZone());
  std::vector<CardIndex> before;
  before.reserve(event.getCards().size());
  for (const std::uint32_t number : event.getCards()) before.push_back(fold.card(number));
  const bool whole = before.empty();
  if (whole) before = cardsIn(fold.state, fold.ruleset(), zone, event.getPlayer());
  if (event.getFirst() < state.numbers.size() || event.getFirst() - state.numbers.size() > kMaxNumbersAtOnce ||
      event.getCount() > kMaxNumbersAtOnce) {
    fold.throwMalformed("its first number is not the next free one, or it introduces too many cards");
  }
  state.numbers.resize(event.getFirst(), kNone);  // events that are not in effect assigned the numbers in between
  if (event.getCount() != before.size() || ranges::contains(before, kNone)) {
    // The event does not match the pile, so its new numbers stay unassigned.
    state.numbers.resize(state.numbers.size() + event.getCount(), kNone);
    return;
  }
  std::vector<CardIndex> after = inOrder(fold, before, event.getOrder());
  const bool known = !after.empty();
  if (!known) after = before;
  std::vector<std::uint16_t> slots;
  slots.reserve(before.size());
  for (const CardIndex index : before) {
    touchShuffled(fold, index, known);
    slots.push_back(static_cast<std::uint16_t>(state.cards[index].slot));
    state.numbers[state.cards[index].number] = kNone;
  }
  for (std::size_t i = 0; i < after.size(); ++i) {
    Card& card = state.cards[after[i]];
    card.number = event.getFirst() + static_cast<std::uint32_t>(i);
    card.slot = static_cast<std::int16_t>(slots[i]);
    card.arrived = fold.now;
    if (!known) setDefinition(state, after[i], 0);
    card.known_to = 0;
    forgetStatements(fold, after[i]);
    state.numbers.push_back(after[i]);
  }
  if (!whole || !isPile(fold, zone)) return;
  auto& pile = state.piles[state.pile(zone, event.getPlayer())];
  for (std::size_t i = 0; i < pile.size(); ++i) factAt(fold, pile, i, -1);
  pile = after;
  for (std::size_t i = 0; i < pile.size(); ++i) factAt(fold, pile, i, +1);
}

void movePile(Fold& fold, schema::Event::PileMoved::Reader event) {
  requireSeat(fold, event.getPlayer());
  requireSeat(fold, event.getToPlayer());
  const ZoneIndex from = zoneOf(fold, event.getFrom());
  const Place to{.zone = zoneOf(fold, event.getTo()), .player = event.getToPlayer()};
  for (const CardIndex index : cardsIn(fold.state, fold.ruleset(), from, event.getPlayer())) moveCard(fold, index, to);
}

}  // namespace docket
