#include "engine/query/evaluation/play.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/query/acts/outcome.h"
#include "engine/query/acts/permissions.h"
#include "engine/query/cards/undefined.h"
#include "engine/query/limits/decks.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

std::string_view wordOf(Says says) {
  constexpr std::array<std::string_view, 3> kWords = {"may", "cannot", "must"};
  return kWords[static_cast<std::size_t>(says)];
}

std::string_view wordOf(schema::How how) {
  constexpr std::array<std::string_view, 4> kWords = {"gained", "lost", "paid", "set"};
  return kWords.at(static_cast<std::size_t>(how));
}

Choice::Kind choiceKind(Function function) {
  switch (function) {
    case Function::thrown:
      return Choice::Kind::thrown;
    case Function::shuffled:
      return Choice::Kind::shuffled;
    default:
      return Choice::Kind::chosen;
  }
}

/// Whether a condition holds for all players of the game.
Value everyPlayer(const Call& call) {
  Junction all(false);
  for (unsigned seat = 1; seat <= call.state().seats; ++seat) {
    if (all.add(call.forPlayer(static_cast<Seat>(seat)).argument(0))) break;
  }
  return all.result();
}

/// The player for whom a number is larger than for every other player; absent if there is no such player.
Value playerWithMost(const Call& call) {
  std::vector<Value> amounts;
  for (unsigned seat = 1; seat <= call.state().seats; ++seat) {
    amounts.push_back(call.forPlayer(static_cast<Seat>(seat)).valueForCalculation(call.child(0)));
  }
  Value none = Value::absent(Type::player);
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    Junction most(false);
    for (std::size_t j = 0; j < amounts.size(); ++j) {
      if (j != i && most.add(compare(Operator::more, amounts[i], amounts[j]))) break;
    }
    const Value has_most = most.result();
    if (has_most.isUnknown()) {
      none = none.isUnknown() ? std::move(none) : unknownFor(Type::player, {&has_most});
    } else if (has_most.isTrue()) {
      Value player = playerValue(static_cast<Seat>(i + 1));
      takeReasons(player, has_most);
      return player;
    } else if (!none.isUnknown()) {
      takeReasons(none, has_most);
    }
  }
  return none;
}

/// Whether the game is over, and who has won it.
Value evaluateEnd(const Call& call) {
  const State& state = call.state();
  const GameEnd end = gameEndOf(state, call.rules());
  call.setEvent(end.event);
  if (end.rule != nullptr) call.setClause(end.rule->clause);
  if (isGameEndUnknown(end, call.rules())) return Value::unknown(call.type(), {.kind = Reason::Kind::not_in_ruleset});
  const Reason undecided{.kind = Reason::Kind::undecided, .event = state.play.undecided_at};
  const bool asks_over = call.function() == Function::over;
  if (!end.known && !(asks_over && end.over))
    return Value::unknown(asks_over ? Type::boolean : Type::player, undecided);
  return asks_over ? Value::ofBoolean(end.over) : playerValue(onlySeat(end.winners));
}

/// The result of the game for one player.
Value evaluateEndFor(const Call& call) {
  const Value player = call.argument(0);
  if (player.isUnknown()) return unknownFor(Type::boolean, {&player});
  if (player.isAbsent()) return Value::absent(Type::boolean);
  const State& state = call.state();
  const GameEnd end = gameEndOf(state, call.rules());
  call.setEvent(end.event);
  if (end.rule != nullptr) call.setClause(end.rule->clause);
  if (isGameEndUnknown(end, call.rules())) return Value::unknown(Type::boolean, {.kind = Reason::Kind::not_in_ruleset});
  if (!end.known) {
    return Value::unknown(Type::boolean, {.kind = Reason::Kind::undecided, .event = state.play.undecided_at});
  }
  const bool is_player = docket::kindOf(player.entity) == EntityKind::player;
  const Seat seat = is_player ? static_cast<Seat>(numberOf(player.entity)) : Seat{0};
  Value value = Value::ofBoolean(call.function() == Function::won ? hasWon(end, seat) : hasLost(end, seat));
  takeReasons(value, player);
  return value;
}

Value evaluateChoice(const Call& call) {
  const Function function = call.function();
  const NodeIndex second = call.child(1);
  const bool anybody = second == kNone;
  const Value player = anybody ? Value::absent(Type::player) : call.argument(0);
  if (player.isUnknown()) return unknownFor(call.type(), {&player});
  const Choice* choice = nullptr;
  if (anybody || player.isKnown()) {
    const NameNumber what = call.state().vocabulary->names.find(call.text(anybody ? 0 : 1));
    const Seat seat = anybody ? Seat{0} : static_cast<Seat>(numberOf(player.entity));
    choice = what == 0 ? nullptr : call.state().play.choice(seat, what, choiceKind(function));
  }
  Value value = Value::absent(call.type());
  if (choice != nullptr) call.setEvent(choice->event);
  if (function == Function::shuffled) {
    value = Value::ofBoolean(choice != nullptr);
  } else if (choice != nullptr) {
    value = Value::ofNumber(function == Function::chosen_at ? choice->event : choice->number);
  }
  takeReasons(value, player);
  return value;
}

Value evaluatePermission(const Call& call) {
  const State& state = call.state();
  const Value doer = call.argument(0);
  const NodeIndex third = call.child(2);
  const Value other = third == kNone ? Value::absent(Type::entity) : call.below(third);
  if (doer.isUnknown() || other.isUnknown()) return unknownFor(Type::boolean, {&doer, &other});
  if (doer.isAbsent()) return Value::absent(Type::boolean);
  const auto place = static_cast<std::size_t>(call.node(call.child(1)).number);
  const PermissionReading reading = readPermission(state, call.rules(), call.ruleset().permissions[place],
                                                   {.who_does = doer.entity, .other = other.entity});
  call.ruleset().note(call.ruleset().permissions[place].clause);
  call.setClause(reading.clause);
  for (std::size_t i = 0; call.explains() && i < reading.sayings.size(); ++i) {
    const Saying& saying = reading.sayings[i];
    call.note({.kind = Line::Kind::saying,
               .value = Value::ofText(std::string(wordOf(saying.says))),
               .clause = std::string(saying.clause),
               .event = saying.event,
               .counted = i == reading.prevailing,
               .source = saying.source});
  }
  const bool holds = call.function() == Function::must ? reading.must : reading.may;
  const CardIndex unread = unreadOnPermission(state, call.rules(), call.ruleset().permissions[place],
                                              {.who_does = doer.entity, .other = other.entity}, reading);
  if (!reading.known && !reading.unsaid && unread == kNone) {
    return Value::unknown(Type::boolean, {.kind = Reason::Kind::identity_unknown, .subject = doer.entity});
  }
  if (reading.unsaid) return Value::unknown(Type::boolean, {.kind = Reason::Kind::not_in_ruleset});
  const Reason may_differ{.kind = Reason::Kind::text_unknown, .subject = unread};
  if (!reading.known) return Value::unknown(Type::boolean, may_differ);
  Value value = Value::ofBoolean(holds);
  if (unread != kNone) addReason(value, may_differ);
  takeReasons(value, doer);
  takeReasons(value, other);
  return value;
}

Value playerBy(const Call& call) {
  const Value given = call.argument(0);
  if (given.isUnknown()) return unknownFor(Type::player, {&given});
  const std::uint32_t seats = call.state().seats;
  Seat seat = 0;
  if (call.function() == Function::player) {
    if (given.number >= 1 && given.number <= seats) seat = static_cast<Seat>(given.number);
  } else if (given.isKnown() && seats == 2) {
    seat = numberOf(given.entity) == 1 ? Seat{2} : Seat{1};
  }
  Value value = playerValue(seat);
  takeReasons(value, given);
  return value;
}

Value evaluatePlace(const Call& call) {
  const State& state = call.state();
  const Value given = call.argument(0);
  if (given.isUnknown()) return unknownFor(call.type(), {&given});
  if (given.isAbsent() || !state.isCard(given.entity)) return Value::absent(call.type());
  const Card& card = state.cards[given.entity];
  call.setEvent(card.arrived);
  if (call.function() == Function::place_of) {
    if (call.ruleset().zones[card.zone].kind != schema::Zone::Kind::SLOTS) return Value::absent(Type::entity);
    if (card.slot < 0) return Value::unknown(Type::entity, {.kind = Reason::Kind::unrecorded});
    return Value::ofEntity(Type::entity, entityOf(EntityKind::place, static_cast<std::uint32_t>(card.slot)));
  }
  if (call.function() == Function::arrived) return Value::ofNumber(card.arrived);
  if (call.function() == Function::side) {
    return card.zone_player == 0
               ? Value::absent(Type::player)
               : Value::ofEntity(Type::player, docket::entityOf(EntityKind::player, card.zone_player));
  }
  if (call.ruleset().zones[card.zone].kind != schema::Zone::Kind::PILE) return Value::absent(Type::number);
  const auto& pile = state.piles[state.pile(card.zone, card.zone_player)];
  const auto found = std::find(pile.begin(), pile.end(), given.entity);
  return found == pile.end() ? Value::absent(Type::number) : Value::ofNumber(found - pile.begin() + 1);
}

Value evaluateBrokenClause(const std::vector<DeckFinding>& findings, const std::string& clause) {
  bool undecided = false;
  for (const DeckFinding& finding : findings) {
    if (finding.clause != clause) continue;
    if (finding.certain) return Value::ofBoolean(true);
    undecided = true;
  }
  return undecided ? Value::unknown(Type::boolean, {.kind = Reason::Kind::undecided}) : Value::ofBoolean(false);
}

/// The state in which a player's cards are as they were registered; null if it is the current one.
std::shared_ptr<const State> registeredState(const Call& call, Seat player) {
  const GameRecord* record = call.point().record;
  if (record == nullptr) return nullptr;
  const EventNumber last = std::min(call.state().event, record->size());
  EventNumber registered = 0;
  for (EventNumber number = 1; number <= last && call.spend(kRecordSteps); ++number) {
    const HeldEvent event = record->event(number);
    if (!event->isDeckRegistered() && registered != 0) break;
    if (event->isDeckRegistered() && event->getDeckRegistered().getPlayer() == player) registered = number;
  }
  return registered == 0 || registered == call.state().event ? nullptr : record->before(registered + 1);
}

Value evaluateDeck(const Call& call) {
  const Value player = call.argument(0);
  if (player.isUnknown()) return unknownFor(Type::boolean, {&player});
  if (player.isAbsent()) return Value::absent(Type::boolean);
  const auto seat = static_cast<Seat>(numberOf(player.entity));
  const auto registered = registeredState(call, seat);
  const State& state = registered == nullptr ? call.state() : *registered;
  const auto findings = checkDeck(state, call.rules(), seat, call.text(1));
  for (const DeckFinding& finding : findings) {
    call.note({.kind = Line::Kind::finding,
               .value = Value::ofText(finding.clause),
               .clause = finding.clause,
               .counted = finding.certain});
  }
  if (call.function() == Function::deck_broke) return evaluateBrokenClause(findings, call.text(2));
  const TriState legal = isLegalDeck(findings, call.rules(), call.text(1));
  if (legal != TriState::undecided) return Value::ofBoolean(legal == TriState::yes);
  const auto why = findings.empty() ? Reason::Kind::not_in_ruleset : Reason::Kind::undecided;
  return Value::unknown(Type::boolean, {.kind = why});
}

/// A party of the latest event that a tally counted.
Value evaluateLatestParty(const Call& call, const TallyCount& counted) {
  if (counted.perhaps != 0)
    return Value::unknown(call.type(), {.kind = Reason::Kind::uses_uncertain, .event = counted.latest});
  const Entity party = call.function() == Function::latest_card ? counted.card : counted.that;
  return party == kNone ? Value::absent(call.type()) : Value::ofEntity(call.type(), party);
}

/// tally(): how often the ruleset's tally counted for a player, a card or the game. The other functions of this family:
/// a party of the latest counted event.
Value evaluateTally(const Call& call) {
  const NodeIndex second = call.child(1);
  const Value subject =
      second == kNone ? Value::ofEntity(Type::entity, docket::entityOf(EntityKind::game, 0)) : call.below(second);
  if (subject.isUnknown()) return unknownFor(call.type(), {&subject});
  if (subject.isAbsent()) return Value::absent(call.type());
  const State& state = call.state();
  const bool counts = call.function() == Function::tally;
  const auto tally = static_cast<std::uint16_t>(call.node(call.child(0)).number);
  const TallyCount* counted = state.play.tally(tally, subject.entity);
  const bool has_left =
      counted != nullptr && state.isCard(subject.entity) && counted->arrived != state.cards[subject.entity].arrived;
  if (counted == nullptr || has_left) {
    Value none = counts ? Value::ofNumber(0) : Value::absent(call.type());
    takeReasons(none, subject);
    return none;
  }
  call.setEvent(counted->latest);
  Value value = counts ? Value::ofNumber(counted->count) : evaluateLatestParty(call, *counted);
  if (counts && counted->perhaps != 0) {
    value = Value::unknown(Type::number, {.kind = Reason::Kind::uses_uncertain, .event = counted->latest});
    value.setBounds(counted->count, std::int64_t{counted->count} + counted->perhaps);
  }
  takeReasons(value, subject);
  return value;
}

/// A property of the judged event; unknown if there is none.
Value evaluateEventAtHand(const Call& call) {
  const EventContext* event = call.point().event;
  if (event == nullptr) return Value::unknown(call.type(), {.kind = Reason::Kind::no_event});
  switch (call.function()) {
    case Function::caused:
      return Value::ofBoolean(event->caused);
    case Function::called: {
      const TriState is_it = isNamed(call.state(), *event, call.text(0));
      if (is_it == TriState::undecided) return Value::unknown(Type::boolean, {.kind = Reason::Kind::unrecorded});
      return Value::ofBoolean(is_it == TriState::yes);
    }
    case Function::how:
      return event->how ? Value::ofText(std::string(wordOf(*event->how))) : Value::absent(Type::text);
    case Function::from_zone:
      return event->from == kUnbound ? Value::absent(Type::text)
                                     : Value::ofText(call.ruleset().zones[event->from].name);
    case Function::slot:
      return event->slot < 0 ? Value::absent(Type::number) : Value::ofNumber(event->slot);
    case Function::link:
      if (event->link != 0) return Value::ofNumber(event->link);
      return event->which == schema::Event::ABILITY_ACTIVATED
                 ? Value::unknown(Type::number, {.kind = Reason::Kind::unrecorded})
                 : Value::absent(Type::number);
    default:
      notOfFamily(call.function());
  }
}

/// The number of the event in question.
Value amountOfEvent(const Point& point) {
  point.rules.ruleset.note(RuleField::calculation_set);  // the rule for a value that is set decides how much it gains
  return point.amount_known ? Value::ofNumber(point.amount)
                            : Value::unknown(Type::number, {.kind = Reason::Kind::no_start});
}

}  // namespace

Value evaluatePlay(const Call& call) {
  const Function function = call.function();
  switch (familyOf(function)) {
    case Family::end:
      return function == Function::over || function == Function::winner ? evaluateEnd(call) : evaluateEndFor(call);
    case Family::permission:
      return evaluatePermission(call);
    case Family::player:
      return playerBy(call);
    case Family::players:
      return function == Function::every_player ? everyPlayer(call) : playerWithMost(call);
    case Family::place:
      return evaluatePlace(call);
    case Family::event_at_hand: {
      const EventContext* event = call.point().event;
      if (function == Function::amount) return amountOfEvent(call.point());
      if (function == Function::own_act) return Value::ofBoolean(event == nullptr || event->own_act);
      if (function != Function::together) return evaluateEventAtHand(call);
      return Value::ofBoolean(event != nullptr && event->group != 0 && event->group == call.state().play.group);
    }
    case Family::tally:
      return evaluateTally(call);
    case Family::deck:
      return evaluateDeck(call);
    case Family::choice:
      return evaluateChoice(call);
    default:
      notOfFamily(function);
  }
}

}  // namespace docket::expression
