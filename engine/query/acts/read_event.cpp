#include "engine/query/acts/read_event.h"

#include <limits>
#include <utility>

#include "engine/query/cards/places.h"
#include "events/event_card.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

Entity firstOf(const State& state, capnp::List<std::uint32_t>::Reader entities) {
  return entities.size() == 0 ? kNone : state.subjectOf(entities[0]);
}

/// Reads events about cards and their zones. False for any other event: readRest() lists every payload.
bool readCards(const State& state, schema::Event::Reader event, EventContext& read) {
  switch (event.which()) {
    case schema::Event::DECK_REGISTERED:
      read.player = event.getDeckRegistered().getPlayer();
      read.name = event.getDeckRegistered().getZone();
      return true;
    case schema::Event::SHUFFLED:
      read.player = event.getShuffled().getPlayer();
      read.name = event.getShuffled().getZone();
      return true;
    case schema::Event::CARDS_DRAWN:
      read.player = event.getCardsDrawn().getPlayer();
      read.name = event.getCardsDrawn().getTo();
      read.amount = event.getCardsDrawn().getCards().size();
      return true;
    case schema::Event::CARD_MOVED:
      read.name = event.getCardMoved().getReason();
      read.kind = event.getCardMoved().getZone();
      return true;
    case schema::Event::CARD_CREATED:
      read.card = state.cardOf(event.getCardCreated().getCard());  // there after it
      read.player = event.getCardCreated().getPlayer();
      read.name = event.getCardCreated().getZone();
      return true;
    case schema::Event::CARD_TURNED:
      read.name = event.getCardTurned().getOrientation();
      return true;
    case schema::Event::CARD_ATTACHED:
      read.name = event.getCardAttached().getKind();
      read.that = state.subjectOf(event.getCardAttached().getHost());
      return true;
    case schema::Event::CONTROL_CHANGED:
      read.player = event.getControlChanged().getPlayer();
      return true;
    default:
      return false;
  }
}

/// Reads acts. False for any other event.
bool readActs(const State& state, schema::Event::Reader event, EventContext& read) {
  switch (event.which()) {
    case schema::Event::CARD_PLAYED: {
      const auto played = event.getCardPlayed();
      read.player = played.getPlayer();
      read.name = played.getMethod();
      read.kind = played.getZone();
      read.that = firstOf(state, played.getTargets());
      return true;
    }
    case schema::Event::ABILITY_ACTIVATED: {
      const auto activated = event.getAbilityActivated();
      read.player = activated.getPlayer();
      read.name = activated.getDesignator();
      read.that = firstOf(state, activated.getTargets());
      read.amount = activated.getNumber();
      read.used = read.card;
      read.ability = activated.getAbility();
      read.named = activated.getNamed();
      read.kind = activated.getNamed();
      return true;
    }
    case schema::Event::TRAIT_TRIGGERED:
      read.player = event.getTraitTriggered().getPlayer();
      read.that = firstOf(state, event.getTraitTriggered().getTargets());
      read.used = read.card;
      read.ability = event.getTraitTriggered().getTrait();
      read.named = event.getTraitTriggered().getNamed();
      read.kind = read.named;
      return true;
    case schema::Event::ATTACK_DECLARED:
      read.that = state.subjectOf(event.getAttackDeclared().getTarget());
      return true;
    case schema::Event::REPLACED:
      read.name = event.getReplaced().getAct();
      read.that = state.subjectOf(event.getReplaced().getBy());
      return true;
    default:
      return false;
  }
}

/// Reads resolutions and negations. False for any other event.
bool readActivations(const State& state, schema::Event::Reader event, EventContext& read) {
  if (!event.isActivationNegated() && !event.isEffectNegated() && !event.isActivationResolved()) return false;
  const Use* use = state.useOf(activationOf(state, event));
  read.card = use == nullptr ? kNone : use->card;
  return true;
}

void readStatement(const State& state, schema::Event::Reader event, EventContext& read) {
  const auto told = event.getTold();
  read.player = told.getPlayer();
  read.amount = told.getCards().size();
  read.statement = textOf(told.getSays());
  const CardIndex first = told.getCards().size() == 0 ? kNone : state.cardOf(told.getCards()[0]);
  const Seat holder = first == kNone ? Seat{0} : state.cards[first].zone_player;
  if (holder != 0) read.that = entityOf(EntityKind::player, holder);
}

/// Reads events about periods, values and choices.
void readRest(const State& state, const Rules& rules, schema::Event::Reader event, EventContext& read) {
  using Event = schema::Event;
  switch (event.which()) {
    case Event::BEGAN:
      read.player = event.getBegan().getPlayer();
      read.kind = event.getBegan().getPeriod();
      read.name = event.getBegan().getName() != 0 ? event.getBegan().getName() : read.kind;
      read.that = event.getBegan().getPlace() == 0 ? kNone : state.subjectOf(event.getBegan().getPlace());
      return;
    case Event::ENDED: {
      read.kind = event.getEnded().getPeriod();
      const PeriodIndex period = (*state.vocabulary)[read.kind].period;
      const bool open = period != kUnbound && state.periods[period].open;
      if (open) read.player = state.periods[period].player;
      read.name = open && state.periods[period].name != 0 ? state.periods[period].name : read.kind;
      return;
    }
    case Event::VALUE_CHANGED: {
      const auto changed = event.getValueChanged();
      read.subject = state.subjectOf(changed.getSubject());
      read.name = changed.getValue();
      read.how = changed.getHow();
      const auto gain = gainOf(state, rules, changed);
      read.amount = gain.value_or(0);
      read.amount_known = gain.has_value();
      return;
    }
    case Event::COUNTER_PLACED:
      read.subject = state.subjectOf(event.getCounterPlaced().getSubject());
      read.name = event.getCounterPlaced().getCounter();
      read.amount = event.getCounterPlaced().getAmount();
      return;
    case Event::COUNTER_REMOVED:
      read.subject = state.subjectOf(event.getCounterRemoved().getSubject());
      read.name = event.getCounterRemoved().getCounter();
      read.amount = -static_cast<std::int64_t>(event.getCounterRemoved().getAmount());
      return;
    case Event::NUMBER_CHOSEN:
      read.player = event.getNumberChosen().getPlayer();
      read.name = event.getNumberChosen().getWhat();
      read.amount = event.getNumberChosen().getNumber();
      return;
    case Event::TOLD:
      return readStatement(state, event, read);
    case Event::CONCEDED:
      read.player = event.getConceded().getPlayer();
      return;
    case Event::GAME_ENDED:
      read.player = event.getGameEnded().getWinner();
      read.name = event.getGameEnded().getReason();
      return;
    // Read above, about its card alone, or about nothing that a rule can ask for.
    // clang-format off
    case Event::NOTHING: case Event::PILE_MOVED: case Event::CARDS_REVEALED: case Event::CHANGE_BEGAN:
    case Event::CHANGE_ENDED: case Event::NAME_CHOSEN: case Event::TARGETS_CHOSEN: case Event::RANDOM_OUTCOME:
    case Event::OBSERVED: case Event::RULING_GIVEN: case Event::REWOUND: case Event::CORRECTED:
    case Event::OBLIGATION_WAIVED: case Event::PENALTY_GIVEN: case Event::TIME_EXTENDED: case Event::NOTE:
    case Event::SKIPPED: case Event::DECK_REGISTERED: case Event::SHUFFLED: case Event::CARDS_DRAWN:
    case Event::CARD_MOVED: case Event::CARD_CREATED: case Event::CARD_CEASED: case Event::CARD_TURNED:
    case Event::CARD_FLIPPED: case Event::CARD_ATTACHED: case Event::CARD_DETACHED: case Event::CONTROL_CHANGED:
    case Event::CARD_PLAYED: case Event::ABILITY_ACTIVATED: case Event::ACTIVATION_NEGATED: case Event::EFFECT_NEGATED:
    case Event::ACTIVATION_RESOLVED: case Event::TRAIT_TRIGGERED: case Event::ATTACK_DECLARED: case Event::REPLACED:
      // clang-format on
      return;
  }
}

/// True if a card that was not in play enters play with an event. A card played without a recorded zone counts as
/// entering play.
bool bringsIntoPlay(const State& before, const Rules& rules, schema::Event::Reader event, CardIndex card) {
  const auto is_in_play = [&](ZoneIndex zone) { return zone != kUnbound && rules.ruleset.zones[zone].in_play; };
  const auto enters = [&](NameNumber zone) {
    const bool was_there = card != kNone && before.cards[card].exists() && is_in_play(before.cards[card].zone);
    return !was_there && is_in_play((*before.vocabulary)[zone].zone);
  };
  switch (event.which()) {
    case schema::Event::CARD_MOVED:
      return enters(event.getCardMoved().getZone());
    case schema::Event::CARD_CREATED:
      return enters(event.getCardCreated().getZone());
    case schema::Event::CARD_PLAYED:
      return event.getCardPlayed().getZone() == 0 || enters(event.getCardPlayed().getZone());
    case schema::Event::CARD_ATTACHED:
      return zoneEnteredByAttaching(before, rules.ruleset, card, before.subjectOf(event.getCardAttached().getHost())) !=
             kUnbound;
    default:
      return false;
  }
}

/// The zone from which the card of an event comes. If the card has just been moved to the place where it is now played
/// or used, its zone before that move.
ZoneIndex originOf(const State& before, schema::Event::Reader event, CardIndex card) {
  if (card == kNone || !before.cards[card].exists()) return kUnbound;
  const auto zone = [&](NameNumber name) { return name == 0 ? ZoneIndex{kUnbound} : (*before.vocabulary)[name].zone; };
  const ZoneIndex current_zone = before.cards[card].zone;
  const bool was_moved = before.play.moved.card == card;
  switch (event.which()) {
    case schema::Event::CARD_MOVED: {
      const ZoneIndex origin = zone(event.getCardMoved().getFrom());
      return origin != kUnbound ? origin : current_zone;
    }
    case schema::Event::CARD_PLAYED: {
      const ZoneIndex to = zone(event.getCardPlayed().getZone());
      return was_moved && (to == kUnbound || to == current_zone) ? before.play.moved.from : current_zone;
    }
    case schema::Event::ABILITY_ACTIVATED: {
      const ZoneIndex origin = zone(event.getAbilityActivated().getFrom());
      return origin != kUnbound ? origin : was_moved ? before.play.moved.from : current_zone;
    }
    default:
      return current_zone;
  }
}

/// The slot into which an event puts its card; negative: it names none.
std::int16_t slotIn(schema::Event::Reader event) {
  switch (event.which()) {
    case schema::Event::CARD_MOVED:
      return event.getCardMoved().getSlot();
    case schema::Event::CARD_PLAYED:
      return event.getCardPlayed().getSlot();
    case schema::Event::CARD_CREATED:
      return event.getCardCreated().getSlot();
    default:
      return -1;
  }
}

/// The number that an activation has in the chain; 0 if the record does not say it, or for any other event.
std::uint8_t linkOf(const State& before, const Ruleset& ruleset, schema::Event::Reader event) {
  if (!event.isAbilityActivated()) return 0;
  if (const std::uint8_t recorded = event.getAbilityActivated().getLink(); recorded != 0) return recorded;
  for (std::size_t i = 0; i < ruleset.periods.size(); ++i) {
    if (ruleset.periods[i].chains && before.periods[i].open) return 0;
  }
  return 1;
}

}  // namespace

std::optional<std::int64_t> gainOf(const Ruleset& ruleset, schema::Event::ValueChanged::Reader changed,
                                   std::uint32_t key, const RecordedValue& former) {
  const std::int64_t amount = changed.getAmount();
  if (changed.getHow() == schema::How::GAINED) return amount;
  if (changed.getHow() != schema::How::SET) return -amount;
  if (amount < 0) ruleset.note(RuleField::floors);
  if (ruleset.calculation.set != schema::Calculation::Set::CHANGE) return 0;
  if (former.status == RecordedValue::Status::unrecorded) return std::nullopt;
  const auto& values = ruleset.values;
  const bool floored = key < values.size() && values[key].floor_at_zero && amount < 0;
  std::int64_t gain = 0;
  if (!__builtin_sub_overflow(floored ? 0 : amount, former.amount, &gain)) return gain;
  return amount > former.amount ? std::numeric_limits<std::int64_t>::max()
                                : std::numeric_limits<std::int64_t>::min() + 1;
}

std::optional<std::int64_t> gainOf(const State& before, const Rules& rules,
                                   schema::Event::ValueChanged::Reader changed) {
  const std::uint32_t key = before.valueKey(changed.getValue());
  const Entity subject = before.subjectOf(changed.getSubject());
  return gainOf(rules.ruleset, changed, key, recordedValue(before, rules.ruleset, subject, key));
}

EventContext readEventContext(const State& before, const Rules& rules, schema::Event::Reader event) {
  EventContext read{.which = event.which(), .group = event.getGroup()};
  if (const auto card = eventCardOf(event)) read.card = before.cardOf(card->number);
  if (!readCards(before, event, read) && !readActs(before, event, read) && !readActivations(before, event, read)) {
    readRest(before, rules, event, read);
  }
  if (read.subject == kNone) read.subject = read.card;
  if (read.card == kNone && before.isCard(read.subject)) read.card = read.subject;
  if (kindOf(read.subject) == EntityKind::player && read.player == 0 && read.subject != kNone) {
    read.player = static_cast<Seat>(numberOf(read.subject));
  }
  // An event that names no player is an act of the card's controller.
  const Seat whose = read.player != 0 || read.card == kNone ? read.player : before.cards[read.card].controller;
  read.own_act = whose == 0 || isOwnAct(event.getActor(), whose);
  if (read.player == 0) read.player = event.getActor();
  read.enters = bringsIntoPlay(before, rules, event, read.card);
  read.caused = event.hasContext() && event.getContext().getCauses().size() != 0;
  read.slot = slotIn(event);
  read.link = linkOf(before, rules.ruleset, event);
  if (rules.ruleset.asks_origin) read.from = originOf(before, event, read.card);
  return read;
}

EventNumber activationOf(const State& before, schema::Event::Reader event) {
  const EventNumber activation = event.isActivationNegated() ? event.getActivationNegated().getActivation()
                                 : event.isEffectNegated()   ? event.getEffectNegated().getActivation()
                                                             : event.getActivationResolved().getActivation();
  return activation != 0 ? activation : before.latest_activation;
}

capnp::List<EventNumber>::Reader costsOf(schema::Event::Reader event) {
  switch (event.which()) {
    case schema::Event::CARD_PLAYED:
      return event.getCardPlayed().getCosts();
    case schema::Event::ABILITY_ACTIVATED:
      return event.getAbilityActivated().getCosts();
    case schema::Event::TRAIT_TRIGGERED:
      return event.getTraitTriggered().getCosts();
    default:
      return {};
  }
}

TriState isNamed(const State& state, const EventContext& context, std::string_view named) {
  if (named.empty()) return TriState::yes;
  if (context.which == schema::Event::TOLD && context.statement.empty()) return TriState::undecided;
  const Names& names = state.vocabulary->names;
  const bool is_it = context.statement == named || (context.name != 0 && names.text(context.name) == named) ||
                     (context.kind != 0 && names.text(context.kind) == named);
  return is_it ? TriState::yes : TriState::no;
}

}  // namespace docket
