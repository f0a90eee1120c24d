#include "engine/fold/zones.h"

#include "engine/fold/fold.h"
#include "engine/fold/fold_statements.h"
#include "engine/fold/ledger.h"
#include "engine/fold/observations.h"
#include "engine/fold/piles.h"
#include "engine/fold/set_updates.h"
#include "engine/fold/uses.h"
#include "engine/fold/values.h"
#include "engine/query/acts/recorded_names.h"
#include "engine/query/cards/places.h"
#include "engine/query/cards/statements.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

bool sameLocation(const Fold& fold, const Card& card, const Place& to) {
  if (!card.exists()) return false;
  const Zone& from = fold.ruleset().zones[card.zone];
  const Zone& into = fold.ruleset().zones[to.zone];
  return from.location == into.location && (from.in_play || card.zone_player == to.player);
}

void unlinkFromHost(Fold& fold, CardIndex index) {
  State& state = fold.state;
  Card& card = state.cards[index];
  if (card.previous_attached != kNone) {
    state.cards[card.previous_attached].next_attached = card.next_attached;
  } else if (state.isCard(card.host)) {
    state.cards[card.host].first_attached = card.next_attached;
  }
  if (card.next_attached != kNone) state.cards[card.next_attached].previous_attached = card.previous_attached;
  card.previous_attached = card.next_attached = kNone;
  setHost(state, index, kNone);
  card.attachment = 0;
}

/// Detaches the attachments of a card that leaves its location or is turned face-down, or moves them with it.
void releaseAttached(Fold& fold, CardIndex host, bool host_left) {
  State& state = fold.state;
  while (state.cards[host].first_attached != kNone) {
    const CardIndex attached = state.cards[host].first_attached;
    detachCard(fold, attached);
    if (host_left && fold.ruleset().fate == schema::Attachment::Fate::GOES_TO) {
      moveCard(fold, attached, {.zone = fold.ruleset().fate_zone, .player = state.cards[attached].owner});
    }
  }
}

/// Removes everything about a card that leaves its location; if it returns, it is a new instance.
void leaveLocation(Fold& fold, CardIndex index) {
  endEntriesSourcedBy(fold, index, false);
  endEntriesAbout(fold, index);
  clearCounters(fold, index);
  forgetObservations(fold, index);
  detachCard(fold, index);
  releaseAttached(fold, index, true);
}

/// Stores a card that enters an occupied slot, for the judge (judgeGroup).
void noteCrowding(Fold& fold, CardIndex index) {
  if (fold.group == 0) return;
  const Card& card = fold.state.cards[index];
  const Slot slot{.zone = card.zone, .player = card.zone_player, .number = card.slot};
  if (inSlot(fold.state, fold.ruleset(), slot, index) == kNone) return;
  fold.noteArrival(index, Arrival::At::slot);
}

bool inPlay(const Fold& fold, const Card& card) { return card.exists() && fold.ruleset().zones[card.zone].in_play; }

/// True if a card ceases to exist out of play.
bool ceases(const Fold& fold, const Card& card) { return ceasesOutOfPlay(fold.state, fold.ruleset(), card); }

void ceaseIfCreated(Fold& fold, CardIndex index) {
  if (ceases(fold, fold.state.cards[index])) ceaseCard(fold, index);
}

/// Applies the consequences for a card in play that is turned face-down.
void turnDown(Fold& fold, CardIndex index) {
  noteTurnedDown(fold, index);
  if (fold.ruleset().face_down_clears_counters) clearCounters(fold, index);
  if (fold.ruleset().face_down_clears_changes) {
    endEntriesSourcedBy(fold, index, false);
    endEntriesTurnedDown(fold, index);
    forgetObservations(fold, index);
  }
  if (fold.ruleset().detach_on_face_down) {
    detachCard(fold, index);
    releaseAttached(fold, index, false);
  }
}

Facing faceIn(const Zone& zone) { return zone.hides() ? Facing::down : Facing::up; }

}  // namespace

ZoneIndex zoneOf(const Fold& fold, NameNumber name) {
  const ZoneIndex zone = fold.binding(name).zone;
  if (zone == kUnbound) fold.throwMalformed(noSuchZone(fold.ruleset(), fold.state.vocabulary->names.text(name)));
  return zone;
}

std::optional<std::uint8_t> namedOrientation(const Fold& fold, NameNumber name) {
  if (name == 0 || fold.ruleset().orientations.empty()) return std::nullopt;
  return fold.binding(name).orientation;
}

void moveCard(Fold& fold, CardIndex index, const Place& to) {
  if (to.player > fold.state.seats) fold.throwMalformed("it moves a card to a seat that the game does not have");
  fold.touch(index);
  const bool was_in_play = inPlay(fold, fold.state.cards[index]);
  const bool stays = sameLocation(fold, fold.state.cards[index], to);
  if (!stays) leaveLocation(fold, index);
  takeFromPile(fold, index);
  fold.moveToZone(index, to.zone);
  Card& card = fold.state.cards[index];
  const Zone& zone = fold.ruleset().zones[to.zone];
  card.zone_player = to.player;
  card.slot = zone.kind == schema::Zone::Kind::SLOTS ? static_cast<std::int16_t>(to.slot) : std::int16_t{-1};
  if (!stays) {
    card.arrived = fold.now;
    card.face = faceIn(zone);
    card.orientation = 0;
    card.base_controller = to.player != 0 ? to.player : card.owner;
  }
  const bool was_up = card.face == Facing::up;
  if (to.face != schema::Face::UNCHANGED) card.face = to.face == schema::Face::UP ? Facing::up : Facing::down;
  if (stays && was_up && card.face == Facing::down) turnDown(fold, index);
  if (to.orientation) card.orientation = *to.orientation;
  refreshController(fold, index);
  putIntoPile(fold, index, to.slot);
  noteCrowding(fold, index);
  if (was_in_play && !zone.in_play) ceaseIfCreated(fold, index);
}

void createCard(Fold& fold, schema::Event::CardCreated::Reader event) {
  if (event.getOwner() > fold.state.seats) fold.throwMalformed("it names a seat that the game does not have");
  const CardIndex index = fold.addCard(Card{.number = event.getCard(), .owner = event.getOwner(), .created = true});
  moveCard(fold, index,
           {.zone = zoneOf(fold, event.getZone()),
            .player = event.getPlayer(),
            .slot = event.getSlot(),
            .face = event.getFace(),
            .orientation = namedOrientation(fold, event.getOrientation())});
}

void ceaseUnentered(Fold& fold, schema::Event::CardCreated::Reader event) {
  const CardIndex index = fold.card(event.getCard());
  if (index != kNone && !inPlay(fold, fold.state.cards[index])) ceaseIfCreated(fold, index);
}

void ceaseCard(Fold& fold, schema::Event::CardCeased::Reader event) {
  // The rules may already have removed the card.
  if (const CardIndex index = fold.card(event.getCard()); index != kNone) ceaseCard(fold, index);
}

void ceaseCard(Fold& fold, CardIndex index) {
  fold.touch(index);
  leaveLocation(fold, index);
  takeFromPile(fold, index);
  forgetStatements(fold, index);
  fold.moveToZone(index, kUnbound);
  fold.state.cards[index].arrived = fold.now;
}

void flipCard(Fold& fold, CardIndex index, schema::Face face, std::optional<std::uint8_t> orientation) {
  fold.touch(index);
  Card& card = fold.state.cards[index];
  if (orientation) card.orientation = *orientation;
  if (face == schema::Face::UNCHANGED) return;
  const bool was_up = card.face == Facing::up;
  card.face = face == schema::Face::UP ? Facing::up : Facing::down;
  if (was_up && card.face == Facing::down) turnDown(fold, index);
}

void turnCard(Fold& fold, CardIndex index, std::uint8_t orientation) {
  fold.touch(index);
  fold.state.cards[index].orientation = orientation;
}

void attachCard(Fold& fold, CardIndex index, Entity host, NameNumber kind) {
  State& state = fold.state;
  if (isOrIsAttachedTo(state, host, index)) return;  // a card cannot be attached to itself
  if (const ZoneIndex zone = zoneEnteredByAttaching(state, fold.ruleset(), index, host); zone != kUnbound) {
    const bool shared = fold.ruleset().zones[zone].owner == schema::Zone::Owner::SHARED;
    moveCard(fold, index, {.zone = zone, .player = shared ? Seat{0} : state.cards[index].owner});
  }
  detachCard(fold, index);
  fold.touch(index);
  Card& card = state.cards[index];
  setHost(state, index, host);
  card.attachment = kind;
  card.attached_at = fold.now;
  if (!state.isCard(host)) return;
  fold.markChanged(host);
  Card& holder = state.cards[host];
  card.next_attached = holder.first_attached;
  if (holder.first_attached != kNone) state.cards[holder.first_attached].previous_attached = index;
  holder.first_attached = index;
}

void detachCard(Fold& fold, CardIndex index) {
  if (fold.state.cards[index].host == kNone) return;
  fold.touch(index);
  fold.markSubjectChanged(fold.state.cards[index].host);
  endEntriesSourcedBy(fold, index, true);
  unlinkFromHost(fold, index);
}

}  // namespace docket
