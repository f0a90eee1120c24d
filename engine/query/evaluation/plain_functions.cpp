#include "engine/query/evaluation/plain_functions.h"

#include <algorithm>
#include <optional>
#include <range/v3/algorithm/find.hpp>

#include "engine/query/acts/outcome.h"
#include "engine/query/acts/permissions.h"
#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/proxies.h"
#include "engine/query/cards/traits.h"
#include "engine/query/cards/undefined.h"
#include "engine/query/evaluation/plain_walk.h"
#include "engine/query/stats/amounts.h"
#include "engine/query/stats/stat_totals.h"
#include "engine/rules/expression/certain.h"

namespace docket::expression {
namespace {

// -- stats, values and counters

/// A stat that the rules compute and that was not observed, which is the usual case. Empty if it needs the full
/// reading.
std::optional<bool> computedStat(const PlainWalk& walk, const AmountOf& of, Plain& value) {
  const State& state = walk.state();
  walk.ruleset().note(RuleField::calculation_computed);
  if (!walk.ruleset().calculation.computed) return std::nullopt;
  if (!state.observations.empty() || !state.doubted.empty()) return std::nullopt;
  const bool is_card = state.isCard(of.subject);
  if (!is_card && kindOf(of.subject) == EntityKind::card) return false;
  const StatReading reading = readStat(state, walk.rules(), of.subject, of.stat);
  if (reading.kind == StatReading::Kind::unknown || (reading.doubtful != kNone && !of.base)) return false;
  if (is_card && state.unsaid.mayHaveChanged(state.cards[of.subject].arrived)) return false;
  if (reading.kind == StatReading::Kind::absent) return PlainWalk::absent(value, Type::number);
  PlainWalk::number(value, of.base ? reading.base : reading.amount);
  if (value.number < 0) walk.ruleset().note(RuleField::floors);
  value.zero_alone = value.number < 0 && walk.ruleset().stats[of.stat].floor_unless_calculated;
  return true;
}

bool presentAmount(const PlainWalk& walk, const AmountOf& of, Plain& value) {
  if (of.stat != kUnbound) {
    if (const auto computed = computedStat(walk, of, value)) return *computed;
  }
  const Value read = readAmount(walk.state(), walk.rules(), of).value;
  if (!isCertain(read)) return false;
  value = {.type = Type::number, .is_absent = read.isAbsent(), .zero_alone = read.zero_alone, .number = read.number};
  return true;
}

bool plainAmount(const PlainWalk& walk, const AmountOf& of, Plain& value) {
  if (!presentAmount(walk, of, value)) return false;
  if (!value.is_absent || !walk.ruleset().reads(docket::RuleSwitch::absent_is_zero_by_itself)) return true;
  return PlainWalk::number(value, 0);
}

template <bool base>
bool stat(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  if (!walk.below(one.first_child, where, value)) return false;
  if (value.is_absent) return PlainWalk::absent(value, Type::number);
  const Node& what = walk.node(walk.node(one.first_child).next);
  return plainAmount(walk, {.subject = value.entity, .stat = static_cast<StatIndex>(what.number), .base = base}, value);
}

bool printed(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  if (!walk.below(one.first_child, where, value)) return false;
  if (value.is_absent || !walk.state().isCard(value.entity)) return PlainWalk::absent(value, Type::number);
  const Card& card = walk.state().cards[value.entity];
  const Definition* definition = walk.state().definitionOf(card);
  if (definition == nullptr) return false;
  const Node& what = walk.node(walk.node(one.first_child).next);
  const auto index = static_cast<StatIndex>(what.number);
  if (definition->stats[index].unsaid) return false;
  const PrintedStat stat = printedStat(walk.state(), walk.rules(), card, *definition, index);
  return stat.kind == schema::PrintedStat::Kind::ABSENT ? PlainWalk::absent(value, Type::number)
                                                        : PlainWalk::number(value, stat.amount);
}

bool counters(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  if (!walk.below(one.first_child, where, value)) return false;
  if (value.is_absent) return PlainWalk::absent(value, Type::number);
  const State& state = walk.state();
  if (state.counters.empty()) return PlainWalk::number(value, 0);
  const NameNumber name = state.vocabulary->names.find(walk.textOf(walk.node(walk.node(one.first_child).next)));
  return PlainWalk::number(value, name == 0 ? 0 : state.countersOn(value.entity, name));
}

bool plainNamedValue(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  if (!walk.below(one.first_child, where, value)) return false;
  if (value.is_absent) return PlainWalk::absent(value, Type::number);
  const Entity of = value.entity;
  const Node& what = walk.node(walk.node(one.first_child).next);
  if (what.number >= 0)
    return plainAmount(walk, {.subject = of, .key = static_cast<std::uint32_t>(what.number)}, value);
  const NameNumber name = walk.state().vocabulary->names.find(walk.textOf(what));
  return name != 0 && plainAmount(walk, {.subject = of, .key = walk.state().valueKey(name)}, value);
}

// -- what a card is

bool trait(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  if (!walk.below(one.first_child, where, value)) return false;
  if (value.is_absent) return PlainWalk::absent(value, Type::boolean);
  const HasTrait reading =
      hasTrait(walk.state(), walk.rules(), value.entity, walk.textOf(walk.node(walk.node(one.first_child).next)));
  return reading.known && PlainWalk::boolean(value, reading.has);
}

template <Function function>
bool plainCharacteristic(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  constexpr Characteristic kWhich = function == Function::type        ? Characteristic::type
                                    : function == Function::subtype   ? Characteristic::subtype
                                    : function == Function::supertype ? Characteristic::supertype
                                                                      : Characteristic::keyword;
  if (!walk.below(one.first_child, where, value)) return false;
  if (value.is_absent || (function != Function::keyword && !walk.state().isCard(value.entity))) {
    return PlainWalk::absent(value, Type::boolean);
  }
  const std::string& name = walk.textOf(walk.node(walk.node(one.first_child).next));
  const HasReading reading = function == Function::base_keyword
                                 ? hasBaseKeyword(walk.state(), walk.rules(), value.entity, name)
                                 : hasCharacteristic(walk.state(), walk.rules(), value.entity, kWhich, name);
  return reading.known && reading.unheard == kNone && PlainWalk::boolean(value, reading.has);
}

/// What is literally so of a card.
template <Function function>
bool literally(const PlainWalk& walk, CardIndex index, Plain& value) {
  const Card& one = walk.state().cards[index];
  const Ruleset& ruleset = walk.ruleset();
  switch (function) {
    case Function::controller:
      return PlainWalk::player(value, one.controller);
    case Function::owner:
      return PlainWalk::player(value, one.owner);
    case Function::zone:
      return PlainWalk::text(value, ruleset.zones[one.zone].name);
    case Function::title: {
      const TitleReading title = readTitle(walk.state(), ruleset, index);
      return title.known &&
             (title.title.empty() ? PlainWalk::absent(value, Type::text) : PlainWalk::text(value, title.title));
    }
    case Function::orientation:
      return one.orientation < ruleset.orientations.size()
                 ? PlainWalk::text(value, ruleset.orientations[one.orientation])
                 : PlainWalk::absent(value, Type::text);
    case Function::face_up:
      return PlainWalk::boolean(value, one.face == Facing::up);
    case Function::created:
      return PlainWalk::boolean(value, isCreated(walk.state(), ruleset, one));
    case Function::shown: {
      const TriState met = isShownAsItIs(walk.state(), ruleset, index);
      return met != TriState::undecided && PlainWalk::boolean(value, met == TriState::yes);
    }
    case Function::in_play:
      return PlainWalk::boolean(value, ruleset.zones[one.zone].in_play);
    default:
      return one.host == kNone ? PlainWalk::absent(value, Type::entity)
                               : PlainWalk::entity(value, Type::entity, one.host);
  }
}

template <Function function>
bool plainCardFact(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  const NodeIndex second = walk.node(one.first_child).next;
  if (!walk.below(one.first_child, where, value)) return false;
  if (value.is_absent || !walk.state().isCard(value.entity)) return PlainWalk::absent(value, one.type);
  if constexpr (function == Function::has) {
    return walk.junction(second, false, {.state = where.state, .it = value.entity, .each = where.each}, value);
  } else {
    if (second == kNone) return literally<function>(walk, value.entity, value);
    Plain own, other;
    return literally<function>(walk, value.entity, own) && walk.below(second, where, other) &&
           PlainWalk::boolean(value, PlainWalk::same(own, other));
  }
}

bool arrived(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  if (!walk.below(one.first_child, where, value)) return false;
  if (value.is_absent || !walk.state().isCard(value.entity)) return PlainWalk::absent(value, Type::number);
  return PlainWalk::number(value, walk.state().cards[value.entity].arrived);
}

bool fromBottom(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  if (!walk.below(one.first_child, where, value)) return false;
  const State& state = walk.state();
  if (value.is_absent || !state.isCard(value.entity)) return PlainWalk::absent(value, Type::number);
  const Card& card = state.cards[value.entity];
  if (walk.ruleset().zones[card.zone].kind != schema::Zone::Kind::PILE) return PlainWalk::absent(value, Type::number);
  const auto& pile = state.piles[state.pile(card.zone, card.zone_player)];
  const auto found = ranges::find(pile, value.entity);
  return found == pile.end() ? PlainWalk::absent(value, Type::number)
                             : PlainWalk::number(value, found - pile.begin() + 1);
}

// -- numbers and presence

template <Function function>
bool plainExtreme(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  Plain left, right;
  if (!walk.evaluate(one.first_child, where, left)) return false;
  if (!walk.evaluate(walk.node(one.first_child).next, where, right)) return false;
  return PlainWalk::number(
      value, function == Function::minimum ? std::min(left.number, right.number) : std::max(left.number, right.number));
}

template <bool absent>
bool presence(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  if (walk.node(one.first_child).type == Type::cards || !walk.below(one.first_child, where, value)) return false;
  return PlainWalk::boolean(value, !absent || value.is_absent);
}

// -- periods, the end, players, choices

template <Function function>
bool plainPeriod(const PlainWalk& walk, PeriodIndex period, Plain& value) {
  const PeriodNow& now = walk.state().periods[period];
  switch (function) {
    case Function::during:
      return PlainWalk::boolean(value, now.open);
    case Function::period_number:
      return PlainWalk::number(value, now.count);
    case Function::periods_ended:
      return PlainWalk::number(value, std::int64_t{now.count} - (now.open ? 1 : 0));
    case Function::period_player:
      return now.open ? PlainWalk::player(value, now.player) : PlainWalk::absent(value, Type::player);
    default:
      if (!now.open || now.name == 0) return PlainWalk::absent(value, Type::text);
      return PlainWalk::text(value, walk.state().vocabulary->names.text(now.name));
  }
}

template <Function function>
bool named(PlainWalk& walk, const Node& one, const Where&, Plain& value) {
  return plainPeriod<function>(walk, static_cast<PeriodIndex>(walk.node(one.first_child).number), value);
}
bool turn(PlainWalk& walk, const Node&, const Where&, Plain& value) {
  return plainPeriod<Function::period_number>(walk, walk.ruleset().period("turn"), value);
}
bool turnPlayer(PlainWalk& walk, const Node&, const Where&, Plain& value) {
  return plainPeriod<Function::period_player>(walk, walk.ruleset().period("turn"), value);
}
bool phase(PlainWalk& walk, const Node&, const Where&, Plain& value) {
  return plainPeriod<Function::period_name>(walk, walk.ruleset().period("phase"), value);
}

template <Function function>
bool plainEnd(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  constexpr bool kOfPlayer = function == Function::won || function == Function::lost;
  if (kOfPlayer && !walk.below(one.first_child, where, value)) return false;
  if (kOfPlayer && value.is_absent) return PlainWalk::absent(value, Type::boolean);
  const End end = endOf(walk.state(), walk.rules());
  if (!end.known || isEndUnsaid(end, walk.rules())) return false;
  if (function == Function::over) return PlainWalk::boolean(value, end.over);
  if (function == Function::winner) return PlainWalk::player(value, end.winner);
  const bool is_player = kindOf(value.entity) == EntityKind::player;
  const Seat seat = is_player ? static_cast<Seat>(numberOf(value.entity)) : Seat{0};
  return PlainWalk::boolean(value, function == Function::won ? hasWon(end, seat) : hasLost(end, seat));
}

bool playerOfNumber(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  if (!walk.below(one.first_child, where, value)) return false;
  const bool there = value.number >= 1 && value.number <= walk.state().seats;
  return PlainWalk::player(value, there ? static_cast<Seat>(value.number) : Seat{0});
}
bool opponent(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  if (!walk.below(one.first_child, where, value)) return false;
  if (value.is_absent || walk.state().seats != 2) return PlainWalk::absent(value, Type::player);
  return PlainWalk::player(value, numberOf(value.entity) == 1 ? Seat{2} : Seat{1});
}

bool plainEveryPlayer(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  for (unsigned seat = 1; seat <= walk.state().seats; ++seat) {
    if (!walk.below(one.first_child, {&walk.state(), where.it, static_cast<Seat>(seat)}, value)) return false;
    if (!value.isTrue()) return PlainWalk::boolean(value, false);
  }
  return PlainWalk::boolean(value, true);
}

bool plainPlayerWithMost(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  std::int64_t most = 0;
  Seat has_most = 0;
  for (unsigned seat = 1; seat <= walk.state().seats; ++seat) {
    if (!walk.evaluate(one.first_child, {&walk.state(), where.it, static_cast<Seat>(seat)}, value)) return false;
    if (seat == 1 || value.number > most) {
      has_most = static_cast<Seat>(seat);
      most = value.number;
    } else if (value.number == most) {
      has_most = 0;
    }
  }
  return PlainWalk::player(value, has_most);
}

template <Function function>
bool plainChoice(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  constexpr auto kKind = function == Function::thrown     ? Choice::Kind::thrown
                         : function == Function::shuffled ? Choice::Kind::shuffled
                                                          : Choice::Kind::chosen;
  const NodeIndex first = one.first_child;
  const NodeIndex second = walk.node(first).next;
  const bool anybody = second == kNone;
  if (!anybody && !walk.below(first, where, value)) return false;
  const Choice* choice = nullptr;
  if (anybody || !value.is_absent) {
    const NameNumber what = walk.chosenName(anybody ? first : second);
    const Seat seat = anybody ? Seat{0} : static_cast<Seat>(numberOf(value.entity));
    choice = what == 0 ? nullptr : walk.state().play.choice(seat, what, kKind);
  }
  if (function == Function::shuffled) return PlainWalk::boolean(value, choice != nullptr);
  if (choice == nullptr) return PlainWalk::absent(value, one.type);
  return PlainWalk::number(
      value, function == Function::chosen_at ? std::int64_t{choice->event} : std::int64_t{choice->number});
}

/// What certainly may or must be done, without the words by which.
template <Function function>
bool permitted(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  const NodeIndex what = walk.node(one.first_child).next;
  const NodeIndex third = walk.node(what).next;
  Plain doer, other;
  if (!walk.below(one.first_child, where, doer)) return false;
  if (third != kNone && !walk.below(third, where, other)) return false;
  if (doer.is_absent) return PlainWalk::absent(value, Type::boolean);
  const State& state = walk.state();
  if (isUnheard(state, doer.entity, kPermissions)) return false;
  const Permission& permission = walk.ruleset().permissions[static_cast<std::size_t>(walk.node(what).number)];
  const bool is_alone = third == kNone || other.is_absent;
  const PermissionReading reading = readPermission(state, walk.rules(), permission,
                                                   {.who_does = doer.entity, .other = is_alone ? kNone : other.entity});
  walk.ruleset().note(permission.clause);
  if (!reading.known || reading.unsaid) return false;
  return PlainWalk::boolean(value, function == Function::must ? reading.must : reading.may);
}

// -- the event that is judged, and cards together

bool amountOfEvent(PlainWalk& walk, const Node&, const Where&, Plain& value) {
  walk.ruleset().note(RuleField::calculation_set);  // by which a value that is set is gained
  return walk.point().amount_known && PlainWalk::number(value, walk.point().amount);
}
bool together(PlainWalk& walk, const Node&, const Where&, Plain& value) {
  const EventNumber group = walk.point().group;
  return PlainWalk::boolean(value, group != 0 && group == walk.state().play.group);
}
bool plainOwnAct(PlainWalk& walk, const Node&, const Where&, Plain& value) {
  return PlainWalk::boolean(value, walk.point().own_act);
}
bool plainSelection(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  return walk.selection(one, where, value);
}

constexpr auto functionAnswers() {
  std::array<PlainAnswer, static_cast<std::size_t>(Function::deck_broke) + 1> all{};
  all.fill(&notPlain);
  const auto set = [&](Function function, PlainAnswer answer) { all[static_cast<std::size_t>(function)] = answer; };
  set(Function::stat, &stat<false>);
  set(Function::base, &stat<true>);
  set(Function::printed, &printed);
  set(Function::value, &plainNamedValue);
  set(Function::counters, &counters);
  set(Function::count, &plainSelection);
  set(Function::any, &plainSelection);
  set(Function::sum, &plainSelection);
  set(Function::trait, &trait);
  set(Function::keyword, &plainCharacteristic<Function::keyword>);
  set(Function::base_keyword, &plainCharacteristic<Function::base_keyword>);
  set(Function::type, &plainCharacteristic<Function::type>);
  set(Function::subtype, &plainCharacteristic<Function::subtype>);
  set(Function::supertype, &plainCharacteristic<Function::supertype>);
  set(Function::controller, &plainCardFact<Function::controller>);
  set(Function::owner, &plainCardFact<Function::owner>);
  set(Function::zone, &plainCardFact<Function::zone>);
  set(Function::title, &plainCardFact<Function::title>);
  set(Function::orientation, &plainCardFact<Function::orientation>);
  set(Function::face_up, &plainCardFact<Function::face_up>);
  set(Function::in_play, &plainCardFact<Function::in_play>);
  set(Function::attached_to, &plainCardFact<Function::attached_to>);
  set(Function::created, &plainCardFact<Function::created>);
  set(Function::shown, &plainCardFact<Function::shown>);
  set(Function::has, &plainCardFact<Function::has>);
  set(Function::arrived, &arrived);
  set(Function::from_bottom, &fromBottom);
  set(Function::minimum, &plainExtreme<Function::minimum>);
  set(Function::maximum, &plainExtreme<Function::maximum>);
  set(Function::absent, &presence<true>);
  set(Function::known, &presence<false>);
  set(Function::turn, &turn);
  set(Function::turn_player, &turnPlayer);
  set(Function::phase, &phase);
  set(Function::during, &named<Function::during>);
  set(Function::period_name, &named<Function::period_name>);
  set(Function::period_number, &named<Function::period_number>);
  set(Function::periods_ended, &named<Function::periods_ended>);
  set(Function::period_player, &named<Function::period_player>);
  set(Function::over, &plainEnd<Function::over>);
  set(Function::winner, &plainEnd<Function::winner>);
  set(Function::won, &plainEnd<Function::won>);
  set(Function::lost, &plainEnd<Function::lost>);
  set(Function::player, &playerOfNumber);
  set(Function::opponent, &opponent);
  set(Function::every_player, &plainEveryPlayer);
  set(Function::player_with_most, &plainPlayerWithMost);
  set(Function::chosen, &plainChoice<Function::chosen>);
  set(Function::chosen_at, &plainChoice<Function::chosen_at>);
  set(Function::thrown, &plainChoice<Function::thrown>);
  set(Function::shuffled, &plainChoice<Function::shuffled>);
  set(Function::may, &permitted<Function::may>);
  set(Function::must, &permitted<Function::must>);
  set(Function::amount, &amountOfEvent);
  set(Function::together, &together);
  set(Function::own_act, &plainOwnAct);
  return all;
}

}  // namespace

constinit const std::array<PlainAnswer, static_cast<std::size_t>(Function::deck_broke) + 1> kPlainFunctions =
    functionAnswers();

}  // namespace docket::expression
