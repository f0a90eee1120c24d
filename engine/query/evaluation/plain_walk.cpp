#include "engine/query/evaluation/plain_walk.h"

#include <range/v3/algorithm/find.hpp>

#include "engine/query/evaluation/candidates.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/certain.h"

namespace docket::expression {

bool PlainWalk::calculate(Operator op, std::int64_t left, std::int64_t right, Plain& value) {
  // Numbers within which sums, differences and products stay within 64 bits.
  constexpr std::int64_t kFits = std::int64_t{1} << 30U;
  const bool divides = op == Operator::divide_down || op == Operator::divide_up;
  if (divides || __builtin_expect(left > kFits || left < -kFits || right > kFits || right < -kFits, 0)) {
    const Value result = expression::calculate(op, Value::ofNumber(left), Value::ofNumber(right));
    return isCertain(result) && number(value, result.number);
  }
  return number(value, op == Operator::add ? left + right : op == Operator::subtract ? left - right : left * right);
}

NameNumber PlainWalk::chosenName(NodeIndex text) {
  if (named_ != text) {
    named_ = text;
    name_ = state().vocabulary->names.find(expression_.textOf(text));
  }
  return name_;
}

const Plain* PlainWalk::onceOfFixed(NodeIndex index, const Where& where, Plain& room) {
  const auto part = ranges::find(fixed_, index, &Fixed::node);
  if (part == fixed_.end()) return evaluate(index, where, room) ? &room : nullptr;
  if (part->is_known) return spend(part->steps) ? &part->value : nullptr;
  const auto place = static_cast<std::size_t>(part - fixed_.begin());
  const std::size_t before = steps_;
  if (!evaluate(index, where, room)) return nullptr;
  fixed_[place] = {.node = index, .is_known = true, .value = room, .steps = steps_ - before};
  return &room;
}

/// Whether what a part asks for has to do with the card that a filter is about.
bool PlainWalk::asksIt(NodeIndex index) const {  // NOLINT(misc-no-recursion): bounded by kMostDepth
  if (node(index).op == Operator::it) return true;
  for (NodeIndex i = node(index).first_child; i != kNone; i = node(i).next) {
    if (asksIt(i)) return true;
  }
  return false;
}

/// Notes what in filters is the same for each card: what it is compared with, as in `arrived(it) > chosenAt("a name")`.
void PlainWalk::fix(const Candidates& chosen) {
  for (const NodeIndex filter : chosen.filters) {
    const Node& one = node(filter);
    if (one.op < Operator::equal || one.op > Operator::at_least) continue;
    const NodeIndex second = node(one.first_child).next;
    if (node(second).op == Operator::call && !asksIt(second)) fixed_.push_back({.node = second});
  }
}

bool PlainWalk::asksArrival(NodeIndex filter) const {
  const Node& one = node(filter);
  if (one.op < Operator::equal || one.op > Operator::at_least) return false;
  const Node& first = node(one.first_child);
  if (first.op != Operator::call || first.function != Function::arrived) return false;
  return node(first.first_child).op == Operator::it && !asksIt(first.next) && !expression_.asksStat(first.next);
}

/// Whether the card that is asked about came when the filter wants; false where what it is compared with is not plain.
bool PlainWalk::cameWhen(Arrival& arrival, const Where& about, bool& holds) {
  const Node& one = node(arrival.filter);
  if (!arrival.is_known) {
    const std::size_t before = steps_;
    Plain at;
    if (!evaluate(node(one.first_child).next, about, at)) return false;
    // What is absent reads as zero among numbers.
    arrival = {.filter = arrival.filter, .is_known = true, .at = at.number, .steps = 3 + steps_ - before};
  }
  holds = compares(one.op, state().cards[about.it].arrived, arrival.at);
  return spend(arrival.steps);
}

/// What a selection from a zone looks at; `narrowing`: of it, or null.
Candidates PlainWalk::candidates(NodeIndex zone, const Narrowing* narrowing, const Where& where) {
  std::optional<Seat> controller;
  Plain player;
  if (narrowing != nullptr && narrowing->controller != kNone && below(narrowing->controller, where, player) &&
      !player.is_absent) {
    controller = static_cast<Seat>(numberOf(player.entity));
  }
  Candidates chosen = candidatesOf(expression_, point_, zone, narrowing, controller);
  steps_ += chosen.steps;
  return chosen;
}

bool PlainWalk::fits(const Candidates& chosen, const Where& about, bool& all_hold) {
  all_hold = true;
  Plain holds;
  for (const NodeIndex filter : chosen.filters) {
    if (!below(filter, about, holds)) return false;
    if (!holds.isTrue()) {
      all_hold = false;
      return true;
    }
  }
  if (chosen.type_filter == kNone || chosen.isPrintedSo(state(), about.it)) return true;
  if (!below(chosen.type_filter, about, holds)) return false;
  all_hold = holds.isTrue();
  return true;
}

/// Whether more cards of a selection that fit are wanted.
enum class PlainWalk::Wanted : std::uint8_t { more, enough, not_plain };

/// Goes over the cards of a selection that fit, in their order, as long as `take` wants more. Where it has enough, what
/// the cards after it could have taken is counted all the same; who notes what is asked, asks all of them.
template <class Take>
bool PlainWalk::select(const Node& one, const Where& where, const Take& take) {
  const NodeIndex zone = one.function == Function::sum ? node(one.first_child).next : one.first_child;
  Plain of;
  if (node(zone).first_child != kNone && !below(node(zone).first_child, where, of)) return false;
  const std::vector<Card>& cards = state().cards;
  if (!spend(cards.size())) return false;
  if (of.is_absent) return true;
  const Narrowing* narrowing = narrowingOf(expression_, zone);
  Candidates chosen = candidates(zone, narrowing, where);
  Arrival arrival;
  if (!chosen.filters.empty() && asksArrival(chosen.filters.front())) {
    arrival.filter = chosen.filters.front();
    chosen.filters.erase(chosen.filters.begin());
  }
  const std::size_t fixed_outside = fixed_.size();
  fix(chosen);
  for (const CardIndex card : chosen.cards) {
    if (of.entity != kNone && cards[card].zone_player != numberOf(of.entity)) continue;
    const Where about{.state = where.state, .it = card, .each = where.each};
    bool all_hold = true;
    if (arrival.filter != kNone && !cameWhen(arrival, about, all_hold)) return false;
    if (!all_hold) continue;
    if (!fits(chosen, about, all_hold)) return false;
    if (!all_hold) continue;
    const Wanted wanted = take(card, about);
    if (wanted == Wanted::not_plain) return false;
    if (wanted == Wanted::more || narrowing == nullptr || ruleset().consulted != nullptr) continue;
    if (!spend(narrowing->steps * cards.size())) return false;
    break;
  }
  fixed_.resize(fixed_outside);
  return true;
}

bool PlainWalk::selection(const Node& one, const Where& where, Plain& value) {
  std::int64_t found = 0;
  Plain sum{.type = Type::number};
  const bool sums = one.function == Function::sum;
  const bool plain = select(one, where, [&](CardIndex, const Where& about) {
    ++found;
    if (!sums) return one.function == Function::any ? Wanted::enough : Wanted::more;
    Plain summand;
    const bool is_plain =
        evaluate(one.first_child, about, summand) && calculate(Operator::add, sum.number, summand.number, sum);
    return is_plain ? Wanted::more : Wanted::not_plain;
  });
  if (!plain) return false;
  if (sums) return number(value, sum.number);
  return one.function == Function::any ? boolean(value, found > 0) : number(value, found);
}

bool PlainWalk::run(SelectedCards& cards) {
  const Node& root = node(expression_.root);
  if (root.op != Operator::call || root.function != Function::cards) return false;
  return spend(1) && select(root, {.state = &point_.state, .it = point_.it}, [&](CardIndex card, const Where&) {
           cards.push_back(card);
           return Wanted::more;
         });
}

bool PlainWalk::among(CardIndex card, bool& is) {
  const Node& zone = node(node(expression_.root).first_child);
  is = isThere(card) && isFrom(zone.number, state().cards[card].zone);
  Plain holds;
  for (NodeIndex filter = zone.next; is && filter != kNone; filter = node(filter).next) {
    if (!below(filter, {.state = &point_.state, .it = card}, holds)) return false;
    is = holds.isTrue();
  }
  return true;
}

}  // namespace docket::expression
