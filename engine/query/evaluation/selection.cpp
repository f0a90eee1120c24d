#include "engine/query/evaluation/selection.h"

#include <cstddef>
#include <cstdint>
#include <limits>

#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

bool isIn(const Ruleset& ruleset, const Card& card, std::int64_t zone) {
  if (!card.exists()) return false;
  if (zone == kAnywhere) return true;
  return zone == kInPlay ? ruleset.zones[card.zone].in_play : card.zone == zone;
}

/// The cards of a selection as they are found.
struct Found {
  Value cards{.type = Type::cards};  // the matching ones, as far as known
  Value number = Value::ofNumber(0);
  std::int64_t certain = 0;  // those that match whatever is unknown
  std::int64_t perhaps = 0;  // those of which it is not certain that they do not, the certain ones included
  bool unknown = false;
};

void take(Found& found, CardIndex card, const Value& matches) {
  const bool exact = !matches.isUnknown() && matches.grade == Grade::exact;
  if (matches.isFalse() && exact) return;
  ++found.perhaps;
  if (exact) ++found.certain;
  if (matches.isTrue()) found.cards.cards.push_back(card);
  found.unknown = found.unknown || matches.isUnknown();
  takeReasons(found.cards, matches);
}

Value countOf(const Found& found) {
  Value count = Value::ofNumber(static_cast<std::int64_t>(found.cards.cards.size()));
  takeReasons(count, found.cards);
  if (count.grade == Grade::exact) return count;
  count.low = found.certain;
  count.high = found.perhaps;
  if (found.unknown) {
    count.presence = Value::Presence::unknown;
    count.number = 0;
  }
  return count;
}

}  // namespace

Value filtered(const Call& call, NodeIndex first_filter) {
  Junction all(false);
  for (NodeIndex filter = first_filter; filter != kNone; filter = call.node(filter).next) {
    if (all.add(call.below(filter))) break;
  }
  return all.result();
}

Value selection(const Call& call) {
  const Function function = call.function();
  const bool sums = function == Function::sum;
  const NodeIndex summand = sums ? call.child(0) : kNone;
  const NodeIndex zone = call.child(sums ? 1 : 0);
  const State& state = call.state();

  Found found;
  Value player = Value::ofEntity(Type::player, kNone);
  if (call.node(zone).first_child != kNone) player = call.below(call.node(zone).first_child);
  if (player.isUnknown()) return unknownFor(call.type(), {&player});
  takeReasons(found.cards, player);

  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    if (!call.spend(1)) return Value::unknown(call.type(), {.kind = Reason::Kind::out_of_steps});
    const Card& one = state.cards[card];
    if (!isIn(call.ruleset(), one, call.node(zone).number)) continue;
    if (player.isAbsent() || (player.entity != kNone && one.zone_player != numberOf(player.entity))) continue;
    const Call::LineIndex candidate =
        call.note({.kind = Line::Kind::candidate, .value = Value::ofEntity(Type::card, card)});
    const Call about = call.of(card, candidate);
    const Value matches = filtered(about, call.node(zone).next);
    take(found, card, matches);
    if (matches.isFalse()) {  // it is not among them, and the explanation does not dwell on it
      call.takeOff();
      continue;
    }
    takeReasons(about.line().value, matches);
    if (sums && !call.isSpent()) found.number = calculate(Operator::add, found.number, about.calculable(summand));
  }
  if (call.isSpent()) return Value::unknown(call.type(), {.kind = Reason::Kind::out_of_steps});

  switch (function) {
    case Function::count:
      return countOf(found);
    case Function::any:
      return compare(Operator::more, countOf(found), Value::ofNumber(0));
    case Function::sum: {
      if (found.unknown) return unknownFor(Type::number, {&found.cards, &found.number});
      takeReasons(found.number, found.cards);
      if (found.cards.grade != Grade::exact) {  // a card more or less: the sum has no bounds
        found.number.low = std::numeric_limits<std::int64_t>::min();
        found.number.high = std::numeric_limits<std::int64_t>::max();
      }
      return found.number;
    }
    default:
      if (found.unknown) found.cards.presence = Value::Presence::unknown;
      return found.cards;
  }
}

}  // namespace docket::expression
