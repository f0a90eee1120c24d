#include "engine/query/evaluation/selection.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <range/v3/algorithm/find.hpp>
#include <utility>
#include <vector>

#include "engine/query/evaluation/candidates.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/certain.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

/// The cards found for a selection so far.
struct Found {
  Value doubt = Value::ofBoolean(true);  ///< how certain it is which cards these are, with reasons
  std::int64_t matching = 0;             ///< those that match, as far as known
  std::int64_t certain = 0;              ///< those that certainly match
  std::int64_t perhaps = 0;              ///< those that certainly or possibly match
  bool unknown = false;

  /// Adds the next card; true if it matches, as far as known.
  bool take(const Value& matches) {
    const bool exact = !matches.isUnknown() && matches.grade == Grade::exact;
    if (matches.isFalse() && exact) return false;
    ++perhaps;
    if (exact) ++certain;
    unknown = unknown || matches.isUnknown();
    takeReasons(doubt, matches);
    if (!matches.isTrue()) return false;
    ++matching;
    return true;
  }
};

Value countOf(const Found& found) {
  Value count = Value::ofNumber(found.matching);
  takeReasons(count, found.doubt);
  if (count.grade == Grade::exact) return count;
  count.setBounds(found.certain, found.perhaps);
  if (found.unknown) {
    count.presence = Value::Presence::unknown;
    count.number = 0;
  }
  return count;
}

/// The cards to visit, narrowed by a filter's required controller if that is certain.
Candidates candidates(const Call& call, NodeIndex zone) {
  const auto& narrowings = call.expression().narrowings;
  const auto found = ranges::find(narrowings, zone, &Narrowing::zone);
  const Narrowing* narrowing = found == narrowings.end() ? nullptr : &*found;
  std::optional<Seat> controller;
  if (narrowing != nullptr && narrowing->controller != kNone) {
    const Value player = call.valueWithoutLines(narrowing->controller);
    if (isCertain(player) && player.isKnown()) controller = static_cast<Seat>(numberOf(player.entity));
  }
  return candidatesOf(call.expression(), call.state(), call.rules(), zone, narrowing, controller);
}

/// Whether a candidate passes the filters of a zone.
Value passes(const Call& about, NodeIndex zone, const Candidates& chosen, CardIndex card) {
  Junction all(false);
  for (NodeIndex filter = about.node(zone).next; filter != kNone; filter = about.node(filter).next) {
    if (chosen.answer(filter, about.state(), card)) {
      about.show(filter);
    } else if (all.add(about.below(filter))) {
      break;
    }
  }
  return all.result();
}

/// Goes over the cards of a zone that pass its filters, or may, in their order, as long as `take` wants more: it gets
/// the call for the card, its index and whether the card passes. Returns a value if the cards cannot be enumerated.
template <class Take>
std::optional<Value> select(const Call& call, NodeIndex zone, Found& found, const Take& take) {
  const State& state = call.state();
  Value player = Value::ofEntity(Type::player, kNone);
  if (call.node(zone).first_child != kNone) player = call.below(call.node(zone).first_child);
  if (player.isUnknown()) return unknownFor(call.type(), {&player});
  takeReasons(found.doubt, player);
  const auto out_of_steps = [&] { return Value::unknown(call.type(), {.kind = Reason::Kind::out_of_steps}); };
  if (!call.spend(state.cards.size())) return out_of_steps();
  if (player.isAbsent()) return std::nullopt;
  const Candidates chosen = candidates(call, zone);
  if (!call.spend(chosen.steps)) return out_of_steps();
  for (const CardIndex card : chosen.cards) {
    if (player.entity != kNone && state.cards[card].zone_player != numberOf(player.entity)) continue;
    const Call::LineIndex line =
        call.explains() ? call.note({.kind = Line::Kind::candidate, .value = Value::ofEntity(Type::card, card)})
                        : Call::LineIndex{0};
    const Call about = call.of(card, line);
    const Value matches = passes(about, zone, chosen, card);
    if (call.isSpent()) return out_of_steps();
    const bool is_one = found.take(matches);
    if (matches.isFalse()) {  // left out of the explanation
      call.removeLastBelow();
      continue;
    }
    about.addReasonsOf(matches);
    if (!take(about, card, is_one)) break;
  }
  if (call.isSpent()) return out_of_steps();
  return std::nullopt;
}

Value sumOf(const Call& call) {
  Found found;
  Value sum = Value::ofNumber(0);
  const auto add = [&](const Call& about, CardIndex, bool) {
    sum = calculate(Operator::add, sum, about.valueForCalculation(call.child(0)));
    return true;
  };
  if (auto not_found = select(call, call.child(1), found, add)) return *std::move(not_found);
  if (found.unknown) return unknownFor(Type::number, {&found.doubt, &sum});
  takeReasons(sum, found.doubt);
  if (found.doubt.grade != Grade::exact)  // a card more or less: the sum has no bounds
    sum.setBounds(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
  return sum;
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
  if (function == Function::sum) return sumOf(call);
  Found found;
  std::vector<CardIndex> cards;
  const auto take = [&](const Call&, CardIndex card, bool is_one) {
    if (is_one && function == Function::cards) cards.push_back(card);
    return function != Function::any || found.certain == 0;  // one that certainly matches is enough
  };
  if (auto not_found = select(call, call.child(0), found, take)) return *std::move(not_found);
  if (function == Function::count) return countOf(found);
  if (function == Function::any) return compare(Operator::more, countOf(found), Value::ofNumber(0));
  Value value = Value::ofCards(std::move(cards));
  takeReasons(value, found.doubt);
  if (found.unknown) value.presence = Value::Presence::unknown;
  return value;
}

bool addSelected(const Call& call, SelectedCards& into) {
  Found found;
  const auto take = [&](const Call&, CardIndex card, bool is_one) {
    if (is_one) into.push_back(card);
    return true;
  };
  return !select(call, call.child(0), found, take) && !found.unknown && found.doubt.grade == Grade::exact;
}

}  // namespace docket::expression
