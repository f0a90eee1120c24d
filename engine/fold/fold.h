// Folds one event into a state: the working data of the reducer. Each concept's file applies its own change through it.
// It does what every change has in common: facts leave the fingerprint when they are touched and return when the event
// is done, and changed cards are marked.
// Invariant: between two events the fingerprint is complete. Internal to the engine; other code calls reduce().
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "engine/rules/catalogue.h"
#include "engine/state/fold_step.h"
#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

class Fold {
 public:
  Fold(State& folded_state, const Rules& game_rules, Step& event_step, EventNumber number)
      : state(folded_state), rules(game_rules), step(event_step), now(number), cards_before_(state.cards.size()) {}

  State& state;
  Rules rules;
  Step& step;
  const EventNumber now;
  EventNumber group = 0;  ///< the first of the simultaneous events; 0: the event happens alone
  /// `group`, or the event's own number if it happens alone.
  [[nodiscard]] EventNumber groupOrItself() const { return group != 0 ? group : now; }
  /// The entries of the continuous traits before the event, if the event caused them to be recomputed.
  std::optional<std::shared_ptr<const ComputedEntries>> computed_before;
  /// The event's card before the event; only for events that a text may refer back to.
  std::optional<Card> card_before;

  /// Call before changing the facts of a card (facts.h).
  void touch(CardIndex index);
  /// touch() for a uniform change of many cards: every change of the card is one of `changes`, which are reported
  /// together.
  void touchFor(CardIndex index, StateParts changes);
  /// True if a card entered the game with the event.
  [[nodiscard]] bool isNew(CardIndex index) const { return index >= cards_before_; }
  /// Call when only the input of a card's readings changes: the ledger, its counters, its attachments.
  void markChanged(CardIndex index) {
    Card& card = state.cards[index];
    if (card.changed_by == now) {
      if (step.only_used == index) step.only_used = kNone;
      return;
    }
    card.changed_by = now;
    step.cards.push_back(index);
  }
  /// Call when only the use counts of a card change; a further change of the card is still marked.
  void markUseChanged(CardIndex index) {
    const bool fresh = state.cards[index].changed_by != now;
    markChanged(index);
    if (fresh) step.only_used = index;
  }
  /// Calls markChanged() if the subject is a card; other subjects are not marked.
  void markSubjectChanged(Entity subject) {
    if (state.isCard(subject)) markChanged(subject);
  }
  /// Notes for the judge (judgeGroup) that the event, one of several simultaneous ones, moved a card to a place that
  /// may now hold too many.
  void noteArrival(CardIndex index, Arrival::At at, schema::Event::Which act = {});
  /// Reserves room for more elements: at least double the capacity, as the list itself would, because decks may come in
  /// many parts.
  template <class List>
  static void makeRoom(List& list, std::size_t more) {
    if (list.capacity() < list.size() + more) list.reserve(std::max(list.size() + more, 2 * list.size()));
  }
  /// Reserves room for more cards.
  void reserveCards(std::size_t cards);
  /// Moves a touched card to a zone; kUnbound: it ceases to exist.
  void moveToZone(CardIndex index, ZoneIndex zone);
  /// Adds a card, touched.
  CardIndex addCard(const Card& card);
  /// Returns the facts of the touched cards to the fingerprint. Call once, after the event is folded.
  void finish();
  /// Reports the changes so far to the cache (derived.h). Call before using the cache.
  void reportPendingChanges() {
    if (!all_reported_ || !state.fingerprint.changed.none()) reportChanges();
  }

  /// The card with a number; kNone if it does not exist (any more). In that case the record contradicts itself, which
  /// the judge reports (table_check.h), and the event is folded as far as possible.
  [[nodiscard]] CardIndex card(std::uint32_t number) const {
    const CardIndex index = state.cardOf(number);
    return index != kNone && state.cards[index].exists() ? index : kNone;
  }
  /// The subject of an entity: a card by its index. kNone for entity 0, or a card that does not exist.
  [[nodiscard]] Entity subject(Entity entity) const {
    if (entity == 0) return kNone;
    return kindOf(entity) == EntityKind::card ? card(numberOf(entity)) : entity;
  }
  [[noreturn]] void throwMalformed(const std::string& what) const;

  [[nodiscard]] const Binding& binding(NameNumber name) const { return (*state.vocabulary)[name]; }
  [[nodiscard]] const Ruleset& ruleset() const { return rules.ruleset; }

 private:
  /// The parts of a card that have changed since it was `before`.
  [[nodiscard]] StateParts changesOf(CardIndex index, const Card& before) const;
  void reportChanges();
  /// Takes the fact of a card out of the fingerprint, and its unread words out of the counts.
  void removeFact(CardIndex index);
  /// Returns the facts of all touched cards to the fingerprint, and their unread words to the counts.
  void addFactsAgain();
  /// Notes the state of a card before it changes.
  void keepFormer(CardIndex index);
  /// Reports a new card. Its host is reported by another call.
  void reportNewCard(CardIndex index);

  std::size_t cards_before_;  // the number of cards before the event
  bool all_reported_ = true;  // no card was touched since reportPendingChanges()
};

}  // namespace docket
