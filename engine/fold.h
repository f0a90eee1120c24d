// One event being folded into a state: the working place of the reducer. Each concept's file applies its own change
// through it, and what every change has in common is here: facts leave the fingerprint when they are touched and come
// back when the event is done, and the cards that changed are noted.
// Invariant: between two events the fingerprint is whole. Internal to the engine; others call reduce().
#pragma once

#include <string>

#include "engine/reduce.h"
#include "engine/state.h"

namespace docket {

class Fold {
 public:
  Fold(State& folded, const Rules& by, Step& changed, EventNumber number)
      : state(folded), rules(by), step(changed), now(number) {}

  State& state;
  Rules rules;
  Step& step;
  const EventNumber now;
  EventNumber group = 0;  ///< of the event: the first of those that happen at the same time; 0: it is alone

  /// To be called before the facts of a card change (facts.h).
  void touch(CardIndex index);
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
  /// Adds a card, which is touched.
  CardIndex introduce(const Card& card);
  /// Puts the facts of the touched cards back. Once, when the event is folded.
  void finish();

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
};

// -- identity.cpp: names and what cards are
/// Adds what a key means: the catalogue's definition, or else what is printed.
void addDefinition(Definitions& definitions, const Rules& rules, std::string_view key, schema::Printed::Reader printed);
void addName(Vocabulary& vocabulary, const Ruleset& ruleset, std::string_view name);
void learnNames(Fold& fold, schema::Context::Reader context);
void learnIdentities(Fold& fold, schema::Context::Reader context);

// -- piles.cpp: the order of cards in a pile
void putIntoPile(Fold& fold, CardIndex card, std::int32_t place);
void takeFromPile(Fold& fold, CardIndex card);
void shuffle(Fold& fold, schema::Event::Shuffled::Reader event);
void registerDeck(Fold& fold, schema::Event::DeckRegistered::Reader event);
void movePile(Fold& fold, schema::Event::PileMoved::Reader event);

// -- zones.cpp: where cards are, their face and orientation, attachments
struct Place {
  ZoneIndex zone = kUnbound;
  Seat player = 0;
  std::int32_t slot = -1;  ///< -1 on top or nowhere in particular, -2 at the bottom
  schema::Face face = schema::Face::UNCHANGED;
  std::uint8_t orientation = kUnbound;
};
void moveCard(Fold& fold, CardIndex card, const Place& to);
void createCard(Fold& fold, schema::Event::CardCreated::Reader event);
/// Where the rules hold so, a created card that failed to enter play never existed: asked when it is known what it is.
void ceaseUnentered(Fold& fold, schema::Event::CardCreated::Reader event);
void ceaseCard(Fold& fold, CardIndex card);
void ceaseCard(Fold& fold, schema::Event::CardCeased::Reader event);
void flipCard(Fold& fold, CardIndex card, schema::Face face, std::uint8_t orientation);
void turnCard(Fold& fold, CardIndex card, std::uint8_t orientation);
void attachCard(Fold& fold, CardIndex card, Entity host, NameNumber kind);
void detachCard(Fold& fold, CardIndex card);
/// The zone of a name. Throws DamagedArchive where the ruleset has none.
ZoneIndex zoneOf(const Fold& fold, NameNumber name);

// -- ledger.cpp: continuous changes
/// Begins the entries of an event and gives one of their ring, or kNone.
EntryIndex beginChanges(Fold& fold, const schema::Event::Reader& event);
/// Puts an entry into the list about its subject, as the newest, and into the list of those that end with it.
void linkEntry(State& state, EntryIndex entry);
void endEntry(Fold& fold, EntryIndex entry);
void endChanges(Fold& fold, schema::Event::ChangeEnded::Reader event);
void endRing(Fold& fold, EntryIndex first);
void endEntriesAbout(Fold& fold, Entity subject);
/// Those about a card that is turned face-down in play: all but who controls it.
void endChangesTurnedDown(Fold& fold, CardIndex card);
void endEntriesSourcedBy(Fold& fold, CardIndex source, bool attached_only);
void endEntriesUntil(Fold& fold, PeriodIndex period);
/// Adds a change of control to the ledger.
void changeControl(Fold& fold, CardIndex card, Seat player, NameNumber until);
/// Reads the controller of a card anew.
void refreshController(Fold& fold, CardIndex card);
Seat controllerOf(const State& state, CardIndex card);

// -- periods.cpp: turns, phases, rounds, battles, chains
void beginPeriod(Fold& fold, schema::Event::Began::Reader event);
void endPeriod(Fold& fold, PeriodIndex period);

// -- uses.cpp: plays, activations, triggers, and what is taken back
void recordUse(Fold& fold, const Use& use);
void negateActivation(Fold& fold, EventNumber activation, bool effect_only);
void resolveActivation(Fold& fold, EventNumber activation);
void forgetUses(Fold& fold);
/// Adds a use to the chain of those that can be counted with it, and sets which that is; its fact is the caller's
/// matter.
void appendUse(State& state, const Use& use);
/// Notes that a copy of an ability that something was given has ended, where a use can have been of it.
void keepEndedGrant(Fold& fold, const Entry& grant);
/// Puts the uses of a card under what it is now known to be.
void reidentifyUses(Fold& fold, CardIndex card);

// -- values.cpp: values of entities, counters, observations
void changeValue(Fold& fold, Entity subject, NameNumber name, schema::How how, std::int64_t amount);
void changeCounters(Fold& fold, Entity subject, NameNumber name, std::int64_t by);
void clearCounters(Fold& fold, Entity subject);
void observe(Fold& fold, schema::Event::Observed::Reader event);
/// Notes of what the event observed whether the rules come to it: once all that the event brings is computed.
void holdAgainstObservation(Fold& fold);
void forgetObservations(Fold& fold, Entity subject);

}  // namespace docket
