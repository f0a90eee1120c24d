#include "tools/import/hearthstone/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/stable_sort.hpp>

#include "events/seats.h"

namespace docket::hearthstone {
namespace {

constexpr std::string_view kBoard = "board", kHero = "hero", kEnchantments = "enchantments", kHand = "hand",
                           kDeck = "deck", kGraveyard = "graveyard", kSecrets = "secrets";
constexpr std::array<std::string_view, 5> kInPlay{kBoard, kHero, "hero power", "weapon", kEnchantments};
constexpr std::array<std::string_view, 3> kOrdered{kBoard, kHand, kSecrets};
constexpr std::array<std::string_view, 3> kOfOnePlayer{kHand, kDeck, kSecrets};

/// The slot for the record, from 0; -1: last, or no order.
std::int16_t slotOf(const HsEntity& entity, std::string_view zone) {
  const std::int64_t place = entity[GameTag::zone_position];
  const bool placed = ranges::contains(kOrdered, zone) && place > 0 && place <= INT16_MAX;
  return placed ? static_cast<std::int16_t>(place - 1) : std::int16_t{-1};
}

std::string_view zoneInPlay(CardKind kind) {
  switch (kind) {
    case CardKind::minion:
    case CardKind::location:
      return kBoard;
    case CardKind::hero:
      return kHero;
    case CardKind::hero_power:
      return "hero power";
    case CardKind::weapon:
      return "weapon";
    case CardKind::enchantment:
      return kEnchantments;
    default:
      return "being cast";
  }
}

}  // namespace

std::string_view zoneName(TableZone zone, CardKind kind) {
  switch (zone) {
    case TableZone::play:
      return zoneInPlay(kind);
    case TableZone::deck:
      return kDeck;
    case TableZone::hand:
      return kHand;
    case TableZone::graveyard:
      return kGraveyard;
    case TableZone::secret:
      return kSecrets;
    case TableZone::none:
    case TableZone::set_aside:
      return "set aside";
    case TableZone::removed:
      return "removed";
    case TableZone::lettuce_ability:
    case TableZone::cosmetic:
    case TableZone::unknown:
      break;
  }
  return "elsewhere";
}

bool inPlay(std::string_view zone) { return ranges::contains(kInPlay, zone); }

/// The controller; the previous one if it is not known, and 0 for an entity that never had a player.
Seat Places::controllerOf(const HsEntity& entity) const {
  const std::int64_t controller = entity[GameTag::controller];
  if (controller > 2 || controller < 0)
    game_.refuse(fmt::format("entity {} has the controller {} in a game of two", entity.id, controller));
  return controller == 0 || entity.unread.contains(numberOf(GameTag::controller)) ? entity.recorded.player
                                                                                  : static_cast<Seat>(controller);
}

std::uint8_t Places::whoSees(std::string_view zone, Seat player) const {
  const auto bit = [](Seat seat) { return static_cast<std::uint8_t>(1U << (seat - 1U)); };
  if (zone == "set aside" && game_.viewer != 0) return bit(game_.viewer);  // what is chosen from is there
  if (!ranges::contains(kOfOnePlayer, zone)) return kEveryone;
  // The viewer was shown this card of the other player, who has it in any case.
  const bool own = game_.viewer == 0 || player == game_.viewer;
  return own ? bit(player) : static_cast<std::uint8_t>(bit(player) | bit(game_.viewer));
}

void Places::begin() {
  std::vector<HsEntity*> cards;
  for (auto& [id, entity] : game_.entities) {
    if (!entity.isCard()) continue;
    game_.place = entity.declared;
    entity.recorded.zone = zoneName(entity.zone(), entity.kind());
    entity.recorded.player = controllerOf(entity);
    if (entity.recorded.player == 0) {
      game_.skip("card without a player", 0);
    } else {
      cards.push_back(&entity);
    }
  }
  // Cards of an ordered zone are registered in order, since a file can begin in mid-game.
  ranges::stable_sort(cards, {}, [](const HsEntity* one) {
    const bool ordered = ranges::contains(kOrdered, one->recorded.zone);
    return ordered ? std::tuple(1, one->recorded.zone, one->recorded.player, (*one)[GameTag::zone_position])
                   : std::tuple(0, std::string_view(), Seat{0}, std::int64_t{0});
  });
  std::vector<HsEntity*> run;
  for (HsEntity* one : cards) {
    if (!run.empty() &&
        (run[0]->recorded.zone != one->recorded.zone || run[0]->recorded.player != one->recorded.player)) {
      registerRun(run);
      run.clear();
    }
    run.push_back(one);
  }
  if (!run.empty()) registerRun(run);
  game_.began = true;
  for (HsEntity* one : cards) attach(*one);
}

void Places::registerRun(const std::vector<HsEntity*>& cards) {
  const std::uint32_t first = game_.next_number;
  for (HsEntity* one : cards) {
    one->recorded.number = game_.next_number++;
    if (one->recorded.zone == kHand) ++game_.in_hand[one->recorded.player];
    learn(*one);
  }
  const InRecord& recorded = cards.front()->recorded;
  game_.add(recorded.player, [&](schema::Event::Builder event) {
    auto registered = event.initDeckRegistered();
    registered.setPlayer(recorded.player);
    registered.setZone(game_.name(recorded.zone));
    registered.setFirst(first);
    registered.setCount(static_cast<std::uint32_t>(cards.size()));
  });
}

/// True if the identity of the card is news; the next event reveals it.
bool Places::learn(HsEntity& entity) {
  if (entity.card.empty()) return false;
  InRecord& recorded = entity.recorded;
  const bool other = recorded.card != entity.card;
  const std::uint8_t seats =
      static_cast<std::uint8_t>(whoSees(recorded.zone, recorded.player) | (other ? 0 : recorded.seats));
  if (!other && seats == recorded.seats) return false;
  recorded.card = entity.card;
  recorded.seats = seats;
  game_.identify(recorded.number, seats, entity.card);
  return true;
}

void Places::follow(HsEntity& entity, bool placed) {
  if (!entity.isCard()) return;
  const std::string_view zone = zoneName(entity.zone(), entity.kind());
  const Seat player = controllerOf(entity);
  if (player == 0) return game_.skip("card without a player", 0);
  if (entity.recorded.number == 0) {
    create(entity);
  } else if (entity.recorded.zone != zone || entity.recorded.player != player) {
    move(entity, zone, player, placed);
  } else {
    if (learn(entity)) reveal(entity);
    place(entity);
  }
  attach(entity);
}

void Places::create(HsEntity& entity) {
  InRecord& recorded = entity.recorded;
  recorded.number = game_.next_number++;
  goesTo(recorded, zoneName(entity.zone(), entity.kind()), controllerOf(entity));
  recorded.unplaced = slotOf(entity, recorded.zone) < 0;
  learn(entity);
  game_.add(0, [&](schema::Event::Builder event) {
    auto created = event.initCardCreated();
    created.setCard(recorded.number);
    created.setOwner(recorded.player);
    created.setPlayer(recorded.player);
    created.setZone(game_.name(recorded.zone));
    created.setSlot(slotOf(entity, recorded.zone));
  });
}

/// True if a card that enters a hand goes after all others in it, as a drawn card does, except in a mulligan.
bool Places::comesLast(const HsEntity& entity) const {
  const std::int16_t slot = slotOf(entity, kHand);
  return slot < 0 || slot + 1 >= game_.in_hand[entity.recorded.player];
}

std::string_view Places::reasonOf(const HsEntity& entity, std::string_view to) const {
  if (to == kHand && entity.recorded.zone == kDeck) return "drawn";
  if (to != kGraveyard) return {};
  if (!game_.blocks.empty() && game_.blocks.back().kind == BlockKind::deaths)
    return entity.recorded.zone == kHero ? "defeated" : "died";
  if (entity.recorded.zone == kHand) return "discarded";
  return entity.recorded.zone == kDeck ? std::string_view("burned") : std::string_view();
}

void Places::move(HsEntity& entity, std::string_view zone, Seat player, bool placed) {
  InRecord& recorded = entity.recorded;
  const InRecord before = recorded;
  const bool stays = inPlay(before.zone) && inPlay(zone);
  const std::string_view reason = reasonOf(entity, zone);
  goesTo(recorded, zone, player);
  // A card returned to a hand is last; its recorded place is still the one on the board.
  const bool last = !placed && zone == kHand && inPlay(before.zone);
  recorded.unplaced = last || slotOf(entity, zone) < 0;
  if (!stays) {  // it leaves behind what was about it there
    detach(entity);
    recorded.damage = 0;
    recorded.exhausted = false;
    recorded.made_ready = 0;
    recorded.marks = {};
    recorded.observed = {};
  }
  learn(entity);
  if (stays && before.player != player) {
    game_.add(0, [&](schema::Event::Builder event) {
      auto changed = event.initControlChanged();
      changed.setCard(recorded.number);
      changed.setPlayer(player);
    });
  }
  const bool drawn = before.zone == kDeck && zone == kHand && before.player == player && comesLast(entity);
  game_.add(0, [&](schema::Event::Builder event) {
    if (drawn) {
      event.setActor(player);
      auto draw = event.initCardsDrawn();
      draw.setPlayer(player);
      draw.setFrom(game_.name(kDeck));
      draw.setTo(game_.name(kHand));
      draw.initCards(1).set(0, recorded.number);
      return;
    }
    auto to = event.initCardMoved();
    to.setCard(recorded.number);
    to.setPlayer(player);
    to.setZone(game_.name(zone));
    to.setSlot(last ? std::int16_t{-1} : slotOf(entity, zone));
    to.setReason(game_.name(reason));
    to.setFromPlayer(before.player);
    to.setFrom(game_.name(before.zone));
  });
  if (!stays && !inPlay(before.zone)) attachAgain(entity);
}

void Places::goesTo(InRecord& recorded, std::string_view zone, Seat player) {
  if (recorded.zone == kHand) --game_.in_hand[recorded.player];
  if (zone == kHand) ++game_.in_hand[player];
  recorded.zone = zone;
  recorded.player = player;
}

/// A card that came without its place is put there once the place is known.
void Places::place(HsEntity& entity) {
  InRecord& recorded = entity.recorded;
  const std::int16_t slot = slotOf(entity, recorded.zone);
  if (!recorded.unplaced || slot < 0) return;
  recorded.unplaced = false;
  game_.add(0, [&](schema::Event::Builder event) {
    auto to = event.initCardMoved();
    to.setCard(recorded.number);
    to.setPlayer(recorded.player);
    to.setZone(game_.name(recorded.zone));
    to.setSlot(slot);
  });
}

void Places::reveal(const HsEntity& entity) {
  game_.add(0, [&](schema::Event::Builder event) {
    auto revealed = event.initCardsRevealed();
    revealed.setPlayer(entity.recorded.player);
    revealed.initCards(1).set(0, entity.recorded.number);
  });
}

void Places::attach(HsEntity& entity) {
  const auto to = static_cast<std::uint32_t>(entity[GameTag::attached]);
  InRecord& recorded = entity.recorded;
  if (recorded.zone != kEnchantments || to == 0 || to == recorded.host) return;
  const Entity host = game_.subject(to);
  if (host == kNone || host == recorded.number) return;
  detach(entity);
  recorded.host = to;
  game_.attached[to].insert(entity.id);
  game_.add(0, [&](schema::Event::Builder event) {
    auto attached = event.initCardAttached();
    attached.setCard(recorded.number);
    attached.setHost(host);
    attached.setKind(game_.name("enchantment"));
  });
}

void Places::detach(HsEntity& entity) {
  if (const auto found = game_.attached.find(entity.recorded.host); found != game_.attached.end())
    found->second.erase(entity.id);
  entity.recorded.host = 0;
}

/// Attaches again what was attached to a card before it came from a hand or a deck; the server does not report it.
void Places::attachAgain(const HsEntity& host) {
  const auto found = game_.attached.find(host.id);
  if (found == game_.attached.end()) return;
  const auto ids = found->second;
  for (const std::uint32_t id : ids) {
    HsEntity& enchantment = game_.entity(id);
    detach(enchantment);
    attach(enchantment);
  }
}

}  // namespace docket::hearthstone
