// What the rules of play know: who may do what, what was chosen and thrown, who has won, whether a deck is what it must
// be.
#include <algorithm>
#include <array>
#include <string_view>

#include "engine/query/decks.h"
#include "engine/query/evaluation/evaluation.h"
#include "engine/query/outcome.h"
#include "engine/query/permissions.h"
#include "engine/query/undefined.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

Value playerValue(Seat seat) {
  return seat == 0 ? Value::absent(Type::player)
                   : Value::ofEntity(Type::player, docket::entityOf(EntityKind::player, seat));
}

std::string_view wordOf(Says says) {
  constexpr std::array<std::string_view, 3> kWords = {"may", "cannot", "must"};
  return kWords[static_cast<std::size_t>(says)];
}

Choice::Kind kindOf(Function function) {
  switch (function) {
    case Function::thrown:
      return Choice::Kind::thrown;
    case Function::shuffled:
      return Choice::Kind::shuffled;
    default:
      return Choice::Kind::chosen;
  }
}

}  // namespace

Value Evaluation::ofPlay(NodeIndex index, const Where& where, LineIndex line) {
  switch (node(index).function) {
    case Function::over:
    case Function::winner:
      return ofEnd(node(index).function, *where.state, line);
    case Function::won:
    case Function::lost:
      return ofEndFor(index, where, line);
    case Function::may:
    case Function::must:
      return ofPermission(index, where, line);
    case Function::player:
    case Function::opponent:
      return playerBy(index, where, line);
    case Function::arrived:
    case Function::from_bottom:
      return placeOf(index, where, line);
    case Function::amount:
      return Value::ofNumber(point_.amount);
    case Function::together:
      return Value::ofBoolean(point_.group != 0 && point_.group == where.state->play.group);
    case Function::every_player:
      return everyPlayer(index, where, line);
    case Function::player_with_most:
      return playerWithMost(index, where, line);
    case Function::deck_legal:
    case Function::deck_broke:
      return ofDeck(index, where, line);
    default:
      return ofChoice(index, where, line);
  }
}

/// Whether a condition holds for all players of the game.
Value Evaluation::everyPlayer(NodeIndex index, const Where& where, LineIndex line) {
  Junction all(false);
  for (unsigned seat = 1; seat <= where.state->seats; ++seat) {
    if (all.add(below(child(index, 0), {where.state, where.it, static_cast<Seat>(seat)}, line))) break;
  }
  return all.result();
}

/// The player for whom a number is larger than for every other one; absent where there is none.
Value Evaluation::playerWithMost(NodeIndex index, const Where& where, LineIndex line) {
  std::vector<Value> amounts;
  for (unsigned seat = 1; seat <= where.state->seats; ++seat) {
    amounts.push_back(calculable(child(index, 0), {where.state, where.it, static_cast<Seat>(seat)}, line));
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

Value Evaluation::ofEnd(Function function, const State& state, LineIndex line) {
  const End end = endOf(state, point_.rules);
  at(line).event = end.event;
  if (end.rule != nullptr) at(line).clause = end.rule->clause;
  const Reason undecided{.kind = Reason::Kind::undecided, .event = state.play.undecided_at};
  const bool asks_over = function == Function::over;
  if (!end.known && !(asks_over && end.over))
    return Value::unknown(asks_over ? Type::boolean : Type::player, undecided);
  return function == Function::over ? Value::ofBoolean(end.over) : playerValue(end.winner);
}

/// What the end of the game is for one player.
Value Evaluation::ofEndFor(NodeIndex index, const Where& where, LineIndex line) {
  const Value player = below(child(index, 0), where, line);
  if (player.isUnknown()) return unknownFor(Type::boolean, {&player});
  if (player.isAbsent()) return Value::absent(Type::boolean);
  const State& state = *where.state;
  const End end = endOf(state, point_.rules);
  at(line).event = end.event;
  if (end.rule != nullptr) at(line).clause = end.rule->clause;
  if (!end.known) {
    return Value::unknown(Type::boolean, {.kind = Reason::Kind::undecided, .event = state.play.undecided_at});
  }
  const bool is_player = docket::kindOf(player.entity) == EntityKind::player;
  const Seat seat = is_player ? static_cast<Seat>(numberOf(player.entity)) : Seat{0};
  Value value = Value::ofBoolean(node(index).function == Function::won ? hasWon(end, seat) : hasLost(end, seat));
  takeReasons(value, player);
  return value;
}

Value Evaluation::ofChoice(NodeIndex index, const Where& where, LineIndex line) {
  const Function function = node(index).function;
  const NodeIndex second = child(index, 1);
  const bool anybody = second == kNone;
  const Value player = anybody ? Value::absent(Type::player) : below(child(index, 0), where, line);
  if (player.isUnknown()) return unknownFor(node(index).type, {&player});
  const Choice* choice = nullptr;
  if (anybody || player.isKnown()) {
    const NameNumber what = where.state->vocabulary->names.find(textOf(anybody ? child(index, 0) : second));
    const Seat seat = anybody ? Seat{0} : static_cast<Seat>(numberOf(player.entity));
    choice = what == 0 ? nullptr : where.state->play.choice(seat, what, kindOf(function));
  }
  Value value = Value::absent(node(index).type);
  if (choice != nullptr) at(line).event = choice->event;
  if (function == Function::shuffled) {
    value = Value::ofBoolean(choice != nullptr);
  } else if (choice != nullptr) {
    value = Value::ofNumber(function == Function::chosen_at ? choice->event : choice->number);
  }
  takeReasons(value, player);
  return value;
}

Value Evaluation::ofPermission(NodeIndex index, const Where& where, LineIndex line) {
  const State& state = *where.state;
  const Value doer = below(child(index, 0), where, line);
  const NodeIndex third = child(index, 2);
  const Value other = third == kNone ? Value::absent(Type::entity) : below(third, where, line);
  if (doer.isUnknown() || other.isUnknown()) return unknownFor(Type::boolean, {&doer, &other});
  if (doer.isAbsent()) return Value::absent(Type::boolean);
  const auto place = static_cast<std::size_t>(node(child(index, 1)).number);
  const PermissionReading reading = readPermission(state, point_.rules, ruleset().permissions[place],
                                                   {.who_does = doer.entity, .other = other.entity});
  at(line).clause = reading.clause;
  for (std::size_t i = 0; i < reading.sayings.size(); ++i) {
    const Saying& saying = reading.sayings[i];
    note(line, {.kind = Line::Kind::saying,
                .value = Value::ofText(std::string(wordOf(saying.says))),
                .clause = saying.clause,
                .event = saying.event,
                .counted = i == reading.holds,
                .source = saying.source});
  }
  const bool holds = node(index).function == Function::must ? reading.must : reading.may;
  const CardIndex unheard = isUnheard(state, doer.entity) ? doer.entity : unheardInPlay(state, point_.rules);
  if (!reading.known && !reading.unsaid && unheard == kNone) {
    return Value::unknown(Type::boolean, {.kind = Reason::Kind::identity_unknown, .subject = doer.entity});
  }
  if (reading.unsaid) return Value::unknown(Type::boolean, {.kind = Reason::Kind::unsaid});
  const Reason may_differ{.kind = Reason::Kind::text_unknown, .subject = unheard};
  if (!reading.known) return Value::unknown(Type::boolean, may_differ);
  Value value = Value::ofBoolean(holds);
  if (unheard != kNone) addReason(value, may_differ);
  takeReasons(value, doer);
  takeReasons(value, other);
  return value;
}

Value Evaluation::playerBy(NodeIndex index, const Where& where, LineIndex line) {
  const Value given = below(child(index, 0), where, line);
  if (given.isUnknown()) return unknownFor(Type::player, {&given});
  const std::uint32_t seats = where.state->seats;
  Seat seat = 0;
  if (node(index).function == Function::player) {
    if (given.number >= 1 && given.number <= seats) seat = static_cast<Seat>(given.number);
  } else if (given.isKnown() && seats == 2) {
    seat = numberOf(given.entity) == 1 ? Seat{2} : Seat{1};
  }
  Value value = playerValue(seat);
  takeReasons(value, given);
  return value;
}

Value Evaluation::placeOf(NodeIndex index, const Where& where, LineIndex line) {
  const State& state = *where.state;
  const Value given = below(child(index, 0), where, line);
  if (given.isUnknown()) return unknownFor(Type::number, {&given});
  if (given.isAbsent() || !state.isCard(given.entity)) return Value::absent(Type::number);
  const Card& card = state.cards[given.entity];
  at(line).event = card.arrived;
  if (node(index).function == Function::arrived) return Value::ofNumber(card.arrived);
  if (ruleset().zones[card.zone].kind != schema::Zone::Kind::PILE) return Value::absent(Type::number);
  const auto& pile = state.piles[state.pile(card.zone, card.zone_player)];
  const auto found = std::find(pile.begin(), pile.end(), given.entity);
  return found == pile.end() ? Value::absent(Type::number) : Value::ofNumber(found - pile.begin() + 1);
}

Value Evaluation::ofDeck(NodeIndex index, const Where& where, LineIndex line) {
  const Value player = below(child(index, 0), where, line);
  if (player.isUnknown()) return unknownFor(Type::boolean, {&player});
  if (player.isAbsent()) return Value::absent(Type::boolean);
  const bool asks_clause = node(index).function == Function::deck_broke;
  const std::string* wanted = asks_clause ? &textOf(child(index, 2)) : nullptr;
  bool broken = false;
  bool undecided = false;
  for (const DeckFinding& finding :
       checkDeck(*where.state, point_.rules, static_cast<Seat>(numberOf(player.entity)), textOf(child(index, 1)))) {
    note(line, {.kind = Line::Kind::finding,
                .value = Value::ofText(finding.clause),
                .clause = finding.clause,
                .counted = finding.certain});
    if (wanted != nullptr && finding.clause != *wanted) continue;
    (finding.certain ? broken : undecided) = true;
  }
  if (undecided && !broken) return Value::unknown(Type::boolean, {.kind = Reason::Kind::undecided});
  return Value::ofBoolean(asks_clause ? broken : !broken);
}

}  // namespace docket::expression
