// Dispatches each event to the file of its concept (fold.h). Plays, draws, links and the end of the game, which combine
// concepts, are folded here.
#include "engine/fold/reduce.h"

#include <optional>
#include <range/v3/algorithm/binary_search.hpp>
#include <utility>

#include "engine/derived/derived_values.h"
#include "engine/derived/reports_changes.h"
#include "engine/fold/computed.h"
#include "engine/fold/contradictions.h"
#include "engine/fold/erase_facts.h"
#include "engine/fold/fold.h"
#include "engine/fold/fold_choices.h"
#include "engine/fold/fold_obligations.h"
#include "engine/fold/fold_play.h"
#include "engine/fold/fold_statements.h"
#include "engine/fold/identity.h"
#include "engine/fold/learning.h"
#include "engine/fold/ledger.h"
#include "engine/fold/observations.h"
#include "engine/fold/periods.h"
#include "engine/fold/piles.h"
#include "engine/fold/received_changes.h"
#include "engine/fold/tallies.h"
#include "engine/fold/uses.h"
#include "engine/fold/values.h"
#include "engine/fold/zones.h"
#include "engine/judge/applications.h"
#include "engine/judge/is_illegal.h"
#include "engine/query/acts/outcome.h"
#include "engine/query/acts/requirements.h"
#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/places.h"
#include "engine/query/limits/added_copies.h"
#include "engine/rules/event_meaning.h"
#include "engine/state/computed_entries.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

Place destinationOf(const Fold& fold, schema::Event::CardMoved::Reader moved) {
  return {.zone = zoneOf(fold, moved.getZone()),
          .player = moved.getPlayer(),
          .slot = moved.getSlot(),
          .face = moved.getFace(),
          .orientation = namedOrientation(fold, moved.getOrientation())};
}

void draw(Fold& fold, schema::Event::CardsDrawn::Reader drawn) {
  const Place to{.zone = zoneOf(fold, drawn.getTo()), .player = drawn.getPlayer()};
  for (const std::uint32_t number : drawn.getCards()) {
    if (const CardIndex card = fold.state.cardOf(number); card != kNone) moveCard(fold, card, to);
  }
}

void play(Fold& fold, schema::Event::CardPlayed::Reader played) {
  if (played.getZone() == 0) return;  // another event moves it
  moveCard(fold, fold.state.cardOf(played.getCard()),
           {.zone = zoneOf(fold, played.getZone()),
            .player = zonePlayerOf(played),
            .slot = played.getSlot(),
            .face = played.getFace(),
            .orientation = namedOrientation(fold, played.getOrientation())});
}

void addLink(Fold& fold, schema::Event::AbilityActivated::Reader activated) {
  fold.state.latest_activation = fold.now;
  if (activated.getLink() == 0) return;
  fold.state.chain.push_back({.activation = fold.now, .position = activated.getLink(), .resolved = false});
  fold.state.fingerprint += factOf(fold.state.chain.back());
}

void endGame(Fold& fold, schema::Event::GameEnded::Reader ended) {
  Outcome& outcome = fold.state.outcome;
  if (outcome.over) fold.state.fingerprint -= factOf(outcome);
  outcome = {.over = true,
             .winners = winnersIn(ended),
             .everybody = ended.getEverybody(),
             .reason = ended.getReason(),
             .event = fold.now};
  fold.state.fingerprint += factOf(outcome);
}

/// Folds an act, which limits count. Returns true if the event was one.
bool applyAct(Fold& fold, const PendingEvent& pending) {
  if (!recordsUse(pending.event) || !pending.act().is_act) return false;
  const schema::Event::Reader event = pending.event;
  const UseQuestion& act = pending.act().use;
  if (event.isCardPlayed()) play(fold, event.getCardPlayed());
  const bool at_once = event.isAbilityActivated() && event.getAbilityActivated().getLink() == 0;
  const bool applied = (event.isTraitTriggered() && appliesAtOnce(pending)) ||
                       (at_once && fold.ruleset().counts(schema::Limit::Counted::APPLICATIONS));
  const Use use{
      .event = fold.now,
      .card = act.card,
      .definition = act.definition,
      .trigger = act.trigger,
      .first_entry =
          beginEntriesOf(fold, event),  // called after a played card has arrived, if the changes are about it
      .ability = act.ability,
      .designator = act.designator,
      .named = nameOfGranted(event),
      .player = act.player,
      .counted = act.counted,
      .applied = applied,
      .titled = act.name.empty() || act.card == kNone ? 0 : titleNumber(fold.state, fold.ruleset(), act.card)};
  if (use.card != kNone) fold.markUseChanged(use.card);
  recordUse(fold, use);
  if (event.isAbilityActivated()) addLink(fold, event.getAbilityActivated());
  return true;
}

/// Folds a change of cards or their positions. Returns true if the event was one.
bool applyToCards(Fold& fold, const schema::Event::Reader& event) {
  switch (event.which()) {
    case schema::Event::DECK_REGISTERED:
      registerDeck(fold, event.getDeckRegistered());
      return true;
    case schema::Event::SHUFFLED:
      shuffle(fold, event.getShuffled());
      return true;
    case schema::Event::CARDS_DRAWN:
      draw(fold, event.getCardsDrawn());
      return true;
    case schema::Event::CARD_MOVED:
      moveCard(fold, fold.state.cardOf(event.getCardMoved().getCard()), destinationOf(fold, event.getCardMoved()));
      return true;
    case schema::Event::PILE_MOVED:
      movePile(fold, event.getPileMoved());
      return true;
    case schema::Event::CARD_CREATED:
      createCard(fold, event.getCardCreated());
      return true;
    case schema::Event::CARD_CEASED:
      ceaseCard(fold, event.getCardCeased());
      return true;
    case schema::Event::CARD_TURNED:
      turnCard(fold, fold.card(event.getCardTurned().getCard()),
               fold.binding(event.getCardTurned().getOrientation()).orientation);
      return true;
    case schema::Event::CARD_FLIPPED:
      flipCard(fold, fold.card(event.getCardFlipped().getCard()), event.getCardFlipped().getFace(),
               namedOrientation(fold, event.getCardFlipped().getOrientation()));
      return true;
    case schema::Event::CARD_ATTACHED:
      attachCard(fold, fold.card(event.getCardAttached().getCard()), fold.subject(event.getCardAttached().getHost()),
                 event.getCardAttached().getKind());
      return true;
    case schema::Event::CARD_DETACHED:
      detachCard(fold, fold.card(event.getCardDetached().getCard()));
      return true;
    case schema::Event::CONTROL_CHANGED:
      changeControl(fold, fold.card(event.getControlChanged().getCard()), event.getControlChanged().getPlayer(),
                    event.getControlChanged().getUntil());
      return true;
    default:
      return false;
  }
}

/// Folds all other events with a consequence.
void applyRest(Fold& fold, const schema::Event::Reader& event) {
  switch (event.which()) {
    case schema::Event::BEGAN:
      return beginPeriod(fold, event.getBegan());
    case schema::Event::ENDED:
      if (const PeriodIndex period = fold.binding(event.getEnded().getPeriod()).period; period != kUnbound) {
        endPeriod(fold, period);
      }
      return;
    case schema::Event::ACTIVATION_NEGATED:
      return negateActivation(fold, event.getActivationNegated().getActivation(), false);
    case schema::Event::EFFECT_NEGATED:
      return negateActivation(fold, event.getEffectNegated().getActivation(), true);
    case schema::Event::ACTIVATION_RESOLVED:
      return resolveActivation(fold, event.getActivationResolved().getActivation());
    case schema::Event::CHANGE_ENDED:
      return endEntriesBy(fold, event.getChangeEnded());
    case schema::Event::VALUE_CHANGED: {
      const auto changed = event.getValueChanged();
      return changeValue(fold, fold.subject(changed.getSubject()), changed.getValue(), changed.getHow(),
                         changed.getAmount());
    }
    case schema::Event::COUNTER_PLACED: {
      const auto placed = event.getCounterPlaced();
      return changeCounters(fold, fold.subject(placed.getSubject()), placed.getCounter(), placed.getAmount());
    }
    case schema::Event::COUNTER_REMOVED: {
      const auto removed = event.getCounterRemoved();
      return changeCounters(fold, fold.subject(removed.getSubject()), removed.getCounter(),
                            -static_cast<std::int64_t>(removed.getAmount()));
    }
    case schema::Event::OBSERVED:
      return observe(fold, event.getObserved());
    case schema::Event::GAME_ENDED:
      return endGame(fold, event.getGameEnded());
    case schema::Event::TOLD:
      return keepStatement(fold, event);
    case schema::Event::SKIPPED:
      return keepSkip(fold, event.getSkipped());
    // Handled by applyToCards() and applyAct(), or without a consequence for the facts of the state.
    // clang-format off
    case schema::Event::NOTHING: case schema::Event::DECK_REGISTERED: case schema::Event::SHUFFLED:
    case schema::Event::CARDS_DRAWN: case schema::Event::CARD_MOVED: case schema::Event::PILE_MOVED:
    case schema::Event::CARD_CREATED: case schema::Event::CARD_CEASED: case schema::Event::CARDS_REVEALED:
    case schema::Event::CARD_TURNED: case schema::Event::CARD_FLIPPED: case schema::Event::CARD_ATTACHED:
    case schema::Event::CARD_DETACHED: case schema::Event::CONTROL_CHANGED: case schema::Event::CARD_PLAYED:
    case schema::Event::ABILITY_ACTIVATED: case schema::Event::TRAIT_TRIGGERED: case schema::Event::ATTACK_DECLARED:
    case schema::Event::CHANGE_BEGAN: case schema::Event::NUMBER_CHOSEN: case schema::Event::NAME_CHOSEN:
    case schema::Event::TARGETS_CHOSEN: case schema::Event::RANDOM_OUTCOME: case schema::Event::CONCEDED:
    case schema::Event::RULING_GIVEN: case schema::Event::REWOUND: case schema::Event::CORRECTED:
    case schema::Event::OBLIGATION_WAIVED: case schema::Event::PENALTY_GIVEN: case schema::Event::TIME_EXTENDED:
    case schema::Event::NOTE: case schema::Event::REPLACED:
      // clang-format on
      return;
  }
}

bool causedByVoid(const State& state, const RecordedContext& recorded_context) {
  if (state.void_events.empty()) return false;
  for (const EventNumber cause : recorded_context.causes) {
    if (ranges::binary_search(state.void_events, cause)) return true;
  }
  return false;
}

/// Applies the changes of an event that is not void, except its obligations.
void applyEvent(Fold& fold, const PendingEvent& pending) {
  const schema::Event::Reader& event = pending.event;
  const bool on_cards = applyToCards(fold, event);
  if (pending.recorded_context.is_present && introducesCards(event))
    addIdentities(fold, pending.recorded_context.identities);
  if (event.isCardCreated()) ceaseUnentered(fold, event.getCardCreated());
  if (on_cards || !applyAct(fold, pending)) {
    if (!on_cards) applyRest(fold, event);
    beginEntriesOf(fold, event);
  }
  keepChoice(fold, event);
  if (classOf(event.which()).changes_readings) {
    fold.state.latest_change = fold.now;
    // It also makes observations stale.
    if (!fold.state.observations.empty()) fold.state.fingerprint.changed |= StateParts::of(StatePart::observations);
    if (fold.state.unrecorded.goes_on) fold.state.unrecorded.until = fold.now;
  }
}

/// Drops the deferred requirements of an earlier group of simultaneous events.
void forgetDeferred(Fold& fold) {
  std::vector<DeferredRequirement>& deferred = fold.state.play.deferred;
  if (deferred.empty() || deferred.front().context.group == fold.group) return;
  eraseFacts(fold.state, deferred);
}

/// Stores the requirements that wait for the end of the group, for the judge (judgeGroup). `indices` were found before
/// the event was folded.
void defer(Fold& fold, const PendingEvent& pending, const std::vector<std::uint16_t>& indices) {
  for (const std::uint16_t index : indices) {
    fold.state.play.deferred.push_back({.event = fold.now, .index = index, .context = pending.contextIn(fold.state)});
    fold.state.fingerprint += factOf(fold.state.play.deferred.back());
  }
}

/// Drops the arrivals of an earlier group of simultaneous events.
void forgetArrivals(Fold& fold) {
  std::vector<Arrival>& arrivals = fold.state.arrivals;
  if (arrivals.empty() || arrivals.front().group == fold.group) return;
  eraseFacts(fold.state, arrivals);
}

/// True if the copies that an event adds are judged after all simultaneous events.
bool addsCopiesToGroup(const Fold& fold) { return fold.group != 0 && countsCopies(fold.rules); }

/// Stores the copies that an event added, for the judge (judgeGroup). Copies of cards that existed before it were read
/// then.
void noteCopies(Fold& fold, const PendingEvent& pending) {
  const AddedCopies copies =
      addsNewCards(pending.event) ? addedCopies(fold.state, fold.rules, pending.event) : pending.addedCopies();
  for (const AddedCopy& copy : copies) {
    const bool on_host = copy.question.counted == Limit::Counted::COPIES_ATTACHED;
    fold.noteArrival(copy.question.card, on_host ? Arrival::At::host : Arrival::At::play, copy.act);
  }
}

/// After the event is folded: notes that the effects of the trait that caused it apply.
void noteApplications(Fold& fold, const PendingEvent& pending) {
  const Use* first = firstSignOf(pending);
  if (first == nullptr) return;
  Use& use = *fold.state.useOf(first->event);
  changeFact(fold.state, use, [&] { use.applied = true; });
}

/// Folds an event whose names are known, and recomputes the computed entries.
void applyAndRecompute(Fold& fold, const PendingEvent& pending) {
  State& state = fold.state;
  if (!pending.hasItsCards()) return;  // its card does not exist (table_check.h)
  const std::vector<std::uint16_t> deferred = deferredRequirements(pending);
  const TalliedEvent tallied = talliesOf(pending);
  const bool can_be_void = fold.ruleset().acts[static_cast<std::size_t>(pending.event.which())].is_void;
  const bool is_void = (can_be_void && isIllegal(pending)) || causedByVoid(state, pending.recorded_context);
  const bool changes_obligations = !is_void && mayChangeObligations(state, fold.rules, pending.event);
  pending.readForFold({.context = fold.ruleset().asks_origin || changes_obligations,
                       .act = recordsUse(pending.event) || changes_obligations,
                       .added_copies = addsCopiesToGroup(fold) && !addsNewCards(pending.event)});
  if (is_void) {
    fold.step.is_void = true;
    state.void_events.push_back(fold.now);
  } else {
    Triggered triggered;
    if (changes_obligations) settleObligations(fold, pending, triggered);
    applyEvent(fold, pending);
    if (changes_obligations) openObligations(fold, pending, triggered);
    if (!tallied.empty()) countEvent(fold, pending.contextIn(state), tallied);
    if (fold.ruleset().asks_origin) keepMove(fold, pending.event, pending.context());
    if (pending.recorded_context.is_present) noteApplications(fold, pending);
    if (addsCopiesToGroup(fold)) noteCopies(fold, pending);
  }
  if (!deferred.empty()) defer(fold, pending, deferred);
  const auto compute = [&] {
    if (mayHaveComputedEntries(fold.state, fold.rules)) foldComputed(fold);
    noteReceivedChanges(fold);
    foldContradictions(fold);
  };
  compute();
  if (pending.event.isObserved() && checkObservation(fold, pending.event.getObserved())) compute();
}

/// Notes the cards that an event identifies, which the state learned when the event was judged.
void noteLearned(Fold& fold, capnp::List<schema::Identity>::Reader identities) {
  const auto each = [&](const auto& visit) {
    for (const auto identity : identities) {
      if (const CardIndex index = fold.card(identity.getCard()); index != kNone) visit(index);
    }
  };
  each([&](CardIndex index) { fold.state.cards[index].changed_by = 0; });  // it was marked in an earlier step
  each([&](CardIndex index) { fold.markChanged(index); });
  fold.step.changed = StateParts::everything();  // the parts that changed when they were learned are not stored
}

/// `learned`: by the state. `judged`: the same event, judged with this very state; null: it was not judged.
void reduceEvent(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Step& step,
                 const Learned& learned, const PendingEvent* judged) {
  step.clear();
  Fold fold(state, rules, step, number);
  fold.group = event.getGroup();
  if (judged != nullptr && judged->judgeCache().read_for_none_obliged && reportsChanges(rules)) {
    state.derived.values().none_obliged.restsOn(*judged->judgeCache().read_for_none_obliged);
  }
  forgetArrivals(fold);
  forgetDeferred(fold);
  const RecordedContext recorded_context = judged != nullptr ? judged->recorded_context : RecordedContext::of(event);
  if (recorded_context.is_present) {
    if (!learned.names) addNames(fold, recorded_context.names);
    if (recorded_context.causes.size() != 0) step.cause = recorded_context.causes[0];
    if (recorded_context.identities.size() != 0 && !introducesCards(event)) {
      if (learned.cards) {
        noteLearned(fold, recorded_context.identities);
      } else {
        addIdentities(fold, recorded_context.identities);
        judged = nullptr;  // it is read again with the new names
      }
    }
  }
  const auto fold_pending = [&](const PendingEvent& pending) {
    std::optional<PlayFold> play;
    if (rules.ruleset.has_rules_of_play) play.emplace(fold, pending);
    applyAndRecompute(fold, pending);
    state.play.group = fold.groupOrItself();
    if (play) play->finish();
  };
  if (judged != nullptr) {
    fold_pending(*judged);
  } else {
    fold_pending(pendingEventOnInformed(state, rules, number, event, recorded_context));
  }
  fold.finish();
  state.event = number;
}

constexpr Reducer kReducer{
    .fold = [](State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Step& step,
               Learned learned) { reduceEvent(state, rules, number, event, step, learned, nullptr); },
    .learn = learn};

}  // namespace

PendingEvent pendingEvent(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event) {
  return {{.before = before,
           .rules = rules,
           .number = number,
           .event = event,
           .recorded_context = RecordedContext::of(event)},
          kReducer,
          Learned{}};
}

PendingEvent pendingEventOnInformed(const State& before, const Rules& rules, EventNumber number,
                                    schema::Event::Reader event, const RecordedContext& recorded_context,
                                    EventScratch* scratch) {
  return {{.before = before, .rules = rules, .number = number, .event = event, .recorded_context = recorded_context},
          kReducer,
          {.names = true, .cards = true},
          scratch};
}

void reduce(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Step& step,
            Learned learned) {
  reduceEvent(state, rules, number, event, step, learned, nullptr);
}

void reduce(State& state, const PendingEvent& judged, Step& step) {
  reduceEvent(state, judged.rules, judged.number, judged.event, step, judged.learned(), &judged);
}

}  // namespace docket
