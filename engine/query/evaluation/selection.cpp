// Cards in zones, filtered: count, any, cards, sum, and has (one card, filtered).
#include "engine/query/evaluation/evaluation.h"
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

Value Evaluation::filtered(NodeIndex first_filter, const Where& where, LineIndex line) {
  Junction all(false);
  for (NodeIndex filter = first_filter; filter != kNone; filter = node(filter).next) {
    if (all.add(below(filter, where, line))) break;
  }
  return all.result();
}

Value Evaluation::selection(NodeIndex index, const Where& where, LineIndex line) {
  const Function function = node(index).function;
  const bool sums = function == Function::sum;
  const NodeIndex summand = sums ? child(index, 0) : kNone;
  const NodeIndex zone = child(index, sums ? 1 : 0);
  const State& state = *where.state;

  Found found;
  Value player = Value::ofEntity(Type::player, kNone);
  if (node(zone).first_child != kNone) player = below(node(zone).first_child, where, line);
  if (player.isUnknown()) return unknownFor(node(index).type, {&player});
  takeReasons(found.cards, player);

  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    if (!spend(1)) return Value::unknown(node(index).type, {.kind = Reason::Kind::out_of_steps});
    const Card& one = state.cards[card];
    if (!isIn(ruleset(), one, node(zone).number)) continue;
    if (player.isAbsent() || (player.entity != kNone && one.zone_player != numberOf(player.entity))) continue;
    const std::size_t lines = answer_.lines.size();
    const LineIndex candidate = note(line, {.kind = Line::Kind::candidate, .value = Value::ofEntity(Type::card, card)});
    const Where about{.state = where.state, .it = card, .each = where.each};
    const Value matches = filtered(node(zone).next, about, candidate);
    take(found, card, matches);
    if (matches.isFalse()) {  // it is not among them, and the explanation does not dwell on it
      at(line).below.pop_back();
      answer_.lines.erase(answer_.lines.begin() + static_cast<std::ptrdiff_t>(lines), answer_.lines.end());
      continue;
    }
    takeReasons(at(candidate).value, matches);
    if (sums && !spent_) found.number = calculate(Operator::add, found.number, calculable(summand, about, candidate));
  }
  if (spent_) return Value::unknown(node(index).type, {.kind = Reason::Kind::out_of_steps});

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
