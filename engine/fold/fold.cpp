#include "engine/fold/fold.h"

#include <fmt/core.h>

#include <utility>

#include "engine/derived/derived_values.h"
#include "engine/derived/reports_changes.h"
#include "engine/fold/set_updates.h"
#include "engine/query/cards/undefined.h"
#include "engine/state/facts.h"
#include "events/errors.h"

namespace docket {
namespace {

/// Adds a card with unread text to the counts, or removes it; few cards have any.
void countUnread(State& state, const Rules& rules, const Card& card, bool more) {
  if (const Matters unread = unreadInPlayOf(state, rules, card); unread.any()) {
    count(state.unread_in_play, unread, more);
  }
}

bool hasGrantedTrait(const State& state, CardIndex index) {
  for (const EntryIndex i : state.entriesAbout(index)) {
    if (state.entry(i).kind == schema::Change::Kind::GRANT_TRAIT) return true;
  }
  return false;
}

/// True if none of the fields that changesOf() compares differs.
bool hasSameFields(const Card& before, const Card& after) {
  return before.zone == after.zone && before.definition == after.definition && before.arrived == after.arrived &&
         before.controller == after.controller && before.orientation == after.orientation &&
         before.face == after.face && before.host == after.host && before.number == after.number &&
         before.attached_at == after.attached_at && before.zone_player == after.zone_player &&
         before.base_controller == after.base_controller && before.owner == after.owner &&
         before.created == after.created;
}

}  // namespace

StateParts Fold::changesOf(CardIndex index, const Card& before) const {
  const Card& after = state.cards[index];
  StateParts changed;
  if (hasSameFields(before, after)) return changed;
  const auto mark = [&](bool differs, StateParts parts) {
    if (differs) changed |= parts;
  };
  const auto zone_of = [](const Card& card) { return card.exists() ? StateParts::ofZone(card.zone) : StateParts{}; };
  const bool moved = before.zone != after.zone || before.zone_player != after.zone_player ||
                     before.arrived != after.arrived || before.number != after.number;
  mark(moved, zone_of(before) | zone_of(after));
  mark(before.orientation != after.orientation, StateParts::of(StatePart::orientation));
  mark(before.face != after.face, StateParts::of(StatePart::face));
  mark(before.controller != after.controller || before.base_controller != after.base_controller ||
           before.owner != after.owner,
       StateParts::of(StatePart::control));
  mark(before.host != after.host || before.attached_at != after.attached_at, StateParts::of(StatePart::attachment));
  // Unread words in play can change any reading.
  if (unreadInPlayOf(state, rules, before) != unreadInPlayOf(state, rules, after)) return StateParts::everything();
  const bool another = before.definition != after.definition || before.created != after.created;
  mark(another, StateParts::of(StatePart::identity));
  const bool stays_in_play = before.zone == after.zone && after.exists() && ruleset().zones[after.zone].in_play;
  mark(another && stays_in_play, StateParts::of(StatePart::shown));
  // The fixed characteristics of a created card depend on when it arrived.
  const auto known = [&](const Card& card) { return state.definitionOf(card); };
  const bool as_created =
      after.created || known(after) == nullptr || known(after)->proxy || known(after)->title.empty();
  mark(before.arrived != after.arrived && as_created, StateParts::of(StatePart::characteristics));
  const auto bears = [&](const Card& card) {
    return card.exists() && (card.host != kNone || (known(card) != nullptr && known(card)->continuous));
  };
  mark(!changed.none() && (bears(before) || bears(after) || hasGrantedTrait(state, index)),
       StateParts::of(StatePart::bearers));
  return changed;
}

void Fold::noteArrival(CardIndex index, Arrival::At at, schema::Event::Which act) {
  state.arrivals.push_back({.event = now, .group = group, .card = index, .at = at, .act = act});
  state.fingerprint += factOf(state.arrivals.back());
}

void Fold::removeFact(CardIndex index) {
  markChanged(index);
  Card& card = state.cards[index];
  if (card.touched) return;
  if (card.exists()) state.fingerprint -= factOf(index, card);
  countUnread(state, rules, card, false);
  card.touched = true;
}

void Fold::keepFormer(CardIndex index) {
  all_reported_ = false;
  Card& card = state.cards[index];
  if (card.former_kept || !reportsChanges(rules)) return;
  card.former_kept = true;
  state.derived.values().former.emplace_back(index, card);
}

void Fold::touch(CardIndex index) {
  removeFact(index);
  keepFormer(index);
}

void Fold::touchFor(CardIndex index, StateParts changes) {
  removeFact(index);
  if (!reportsChanges(rules)) return;
  state.fingerprint.changed |= changes;
}

void Fold::moveToZone(CardIndex index, ZoneIndex zone) {
  Card& card = state.cards[index];
  if (card.zone == zone) return;
  if (card.exists()) state.sets.takeFromZone(index, card.zone);
  card.zone = zone;
  if (card.exists()) state.sets.addToZone(index, zone, ruleset().zones[zone].in_play);
}

void Fold::reserveCards(std::size_t cards) {
  makeRoom(state.cards, cards);
  makeRoom(state.numbers, cards);
  makeRoom(step.cards, cards);
}

void Fold::reportNewCard(CardIndex index) {
  if (!reportsChanges(rules)) return;
  Card& card = state.cards[index];
  // Like the cards of a deck: readings of such a card depend only on its zone.
  if (card.exists() && !ruleset().zones[card.zone].in_play) return touchFor(index, StateParts::ofZone(card.zone));
  all_reported_ = false;
  card.former_kept = true;
  state.derived.values().former.emplace_back(index, Card{});
}

CardIndex Fold::addCard(const Card& card) {
  // The numbers in between were assigned in a stretch of the record that is not effective.
  if (card.number < state.numbers.size() || card.number - state.numbers.size() > kMaxNumbersAtOnce) {
    throwMalformed(
        fmt::format("it introduces card {}, but the next free number is {}", card.number, state.numbers.size()));
  }
  state.numbers.resize(card.number, kNone);
  const auto index = static_cast<CardIndex>(state.cards.size());
  state.cards.push_back(card);
  state.cards.back().touched = true;
  addToSets(state, ruleset(), index);
  reportNewCard(index);
  state.numbers.push_back(index);
  markChanged(index);
  return index;
}

void Fold::addFactsAgain() {
  for (const CardIndex index : step.cards) {
    Card& card = state.cards[index];
    if (!card.touched) continue;
    if (card.exists()) state.fingerprint += factOf(index, card);
    countUnread(state, rules, card, true);
    card.touched = false;
  }
}

void Fold::finish() {
  reportPendingChanges();
  addFactsAgain();
  for (const CardIndex index : step.cards) state.cards[index].former_kept = false;
  if (reportsChanges(rules)) {
    state.derived.values().former.clear();
  } else {
    step.changed = StateParts::everything();
  }
}

void Fold::reportChanges() {
  addFactsAgain();  // unread words of a card that has just entered play count from now on
  StateParts changed = std::exchange(state.fingerprint.changed, {});
  if (!std::exchange(all_reported_, true)) {
    for (auto& [index, former] : state.derived.values().former) {
      changed |= changesOf(index, former);
      former = state.cards[index];
    }
  }
  step.changed |= changed;
  state.derived.values().change(changed);
}

void Fold::throwMalformed(const std::string& what) const {
  throw DamagedArchive(fmt::format("event {}: {}", now, what));
}

}  // namespace docket
