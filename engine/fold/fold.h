// One event being folded into a state: the working place of the reducer. Each concept's file applies its own change
// through it, and what every change has in common is here: facts leave the fingerprint when they are touched and come
// back when the event is done, and the cards that changed are noted.
// Invariant: between two events the fingerprint is whole. Internal to the engine; others call reduce().
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
  Fold(State& folded, const Rules& by, Step& changed, EventNumber number)
      : state(folded), rules(by), step(changed), now(number), cards_before_(folded.cards.size()) {}

  State& state;
  Rules rules;
  Step& step;
  const EventNumber now;
  EventNumber group = 0;  ///< of the event: the first of those that happen at the same time; 0: it is alone
  /// What the continuous traits gave before the event, where they were asked again with it.
  std::optional<std::shared_ptr<const ComputedEntries>> computed_before;

  /// The card that the event is about, as it lay before; of events that a text may refer back to.
  std::optional<Card> card_before;

  /// The same; of an event that is alone its own number.
  [[nodiscard]] EventNumber groupOrItself() const { return group != 0 ? group : now; }

  /// To be called before the facts of a card change (facts.h).
  void touch(CardIndex index);
  /// The same where many cards change in the same way: all that changes of it is of these parts, which are told at
  /// once.
  void touchFor(CardIndex index, StateParts changes);
  /// Whether a card came into the game with the event.
  [[nodiscard]] bool isNew(CardIndex index) const { return index >= cards_before_; }
  /// To be called where only what a card's readings rest on changes, as the ledger, its counters, what hangs on it.
  void note(CardIndex index) {
    Card& card = state.cards[index];
    if (card.noted == now) {
      if (step.only_used == index) step.only_used = kNone;
      return;
    }
    card.noted = now;
    step.cards.push_back(index);
  }
  /// The same where only what limits count of a card changes: it is left to be noted for more.
  void noteUse(CardIndex index) {
    const bool fresh = state.cards[index].noted != now;
    note(index);
    if (fresh) step.only_used = index;
  }
  /// The same for any subject; those that are no cards are not noted.
  void noteSubject(Entity subject) {
    if (state.isCard(subject)) note(subject);
  }
  /// Remembers that the event, one of several that happen at the same time, brought a card to where there may be too
  /// many, for the judge (judgeGroup).
  void noteArrival(CardIndex index, Arrival::At at, schema::Event::Which act = {});
  /// Makes room for so many things more: for twice as many at least, as the list itself would, as decks may come in
  /// many parts.
  template <class List>
  static void makeRoom(List& list, std::size_t more) {
    if (list.capacity() < list.size() + more) list.reserve(std::max(list.size() + more, 2 * list.size()));
  }
  /// Makes room for so many cards more.
  void expect(std::size_t cards);
  /// Lets a card, which is touched, lie in a zone; kUnbound: it ceases to exist.
  void lies(CardIndex index, ZoneIndex zone);
  /// Adds a card, which is touched.
  CardIndex introduce(const Card& card);
  /// Puts the facts of the touched cards back. Once, when the event is folded.
  void finish();
  /// Tells what is kept (kept.h) what has changed so far. Whoever goes by what is kept asks for it first.
  void tellChanges() {
    if (!cards_are_told_ || !state.fingerprint.changed.none()) tellWhatChanged();
  }

  /// The card of a number; kNone where the game has no such card, or not any more. The record contradicts itself then,
  /// which the judge says (table_sense.h), and the event is folded as far as there is something to fold it into.
  [[nodiscard]] CardIndex card(std::uint32_t number) const {
    const CardIndex index = state.cardOf(number);
    return index != kNone && state.cards[index].exists() ? index : kNone;
  }
  /// The subject of an entity: a card by its index. kNone for entity 0, and likewise.
  [[nodiscard]] Entity subject(Entity entity) const {
    if (entity == 0) return kNone;
    return kindOf(entity) == EntityKind::card ? card(numberOf(entity)) : entity;
  }
  [[noreturn]] void malformed(const std::string& what) const;

  [[nodiscard]] const Binding& binding(NameNumber name) const { return (*state.vocabulary)[name]; }
  [[nodiscard]] const Ruleset& ruleset() const { return rules.ruleset; }

 private:
  /// What has changed of a card since it was `was`.
  [[nodiscard]] StateParts changesOf(CardIndex index, const Card& was) const;
  void tellWhatChanged();
  /// Takes the fact of a card out of the fingerprint.
  void takeOut(CardIndex index);
  /// Notes what a card is before it changes.
  void follow(CardIndex index);
  /// Tells of a card that was not in the game before. A host it gets by another call.
  void tellOfNew(CardIndex index);

  std::size_t cards_before_;    // how many the event found
  bool cards_are_told_ = true;  // no card was touched since tellChanges()
};

}  // namespace docket
