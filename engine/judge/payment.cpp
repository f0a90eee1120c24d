#include "engine/judge/payment.h"

#include <boost/container/small_vector.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/query/stats/amounts.h"
#include "engine/rules/expression/certain.h"

namespace docket {
namespace {

/// A cost's amount; empty if it has none or it is unknown.
std::optional<std::int64_t> costAmount(const State& state, const Rules& rules, const Cost& cost, const TextUse& use) {
  if (!cost.amount) return std::nullopt;
  const auto value = valueOf(*cost.amount, state, rules, use.about, use.self());
  return expression::isCertain(value) ? std::optional(value.number) : std::nullopt;
}

bool canBeTurned(const State& state, const Rules& rules, const Cost& cost, CardIndex card) {
  const Card& one = state.cards[card];
  const auto& orientations = rules.ruleset.orientations;
  return one.exists() && (one.orientation >= orientations.size() || orientations[one.orientation] != cost.on.named);
}

/// Whether some card can be turned or moved: this one, or one of the player's that meets the cost's condition.
TriState canUseCard(const State& state, const Rules& rules, const Cost& cost, const TextUse& use) {
  const bool turns = cost.on.which == schema::Event::CARD_TURNED;
  const auto able = [&](CardIndex card) {
    return turns ? canBeTurned(state, rules, cost, card) : state.cards[card].exists();
  };
  if (!cost.card) return triState(use.card != kNone && able(use.card));
  bool doubtful = false;
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    const Card& one = state.cards[card];
    if (!able(card) || one.controller != use.player) continue;
    if (turns && !rules.ruleset.zones[one.zone].in_play) continue;
    EventContext about = use.about;
    about.card = card;
    const TriState fits = holds(cost.card, state, rules, about, use.self());
    if (fits == TriState::yes) return TriState::yes;
    doubtful = doubtful || fits == TriState::undecided;
  }
  return doubtful ? TriState::undecided : TriState::no;
}

/// Whether an event paid a cost; undecided if the cost's amount is unknown, or whether its card fits, or if a value was
/// set whose amount before is unknown.
TriState isPaidBy(const State& state, const Rules& rules, const Cost& cost, const TextUse& use,
                  const Remembered& paid) {
  const EventContext& payment = paid.context;
  const TriState is_kind = isKind(state, payment, cost.on);
  if (is_kind == TriState::no) return is_kind;
  if (payment.player != 0 && payment.player != use.player) return TriState::no;
  TriState fits = TriState::yes;
  if (cost.card) {
    EventContext about = use.about;
    about.card = payment.card;
    if (payment.card != kNone) fits = holds(cost.card, state, rules, about, use.self());
    if (payment.card == kNone || fits == TriState::no) return TriState::no;
  } else if (payment.card != kNone && payment.card != use.card) {
    return TriState::no;
  }
  const auto amount = costAmount(state, rules, cost, use);
  if (payment.which == schema::Event::VALUE_CHANGED && payment.amount > 0) return TriState::no;  // a gain pays nothing
  if (!payment.amount_known || (cost.amount && !amount)) return TriState::undecided;
  const bool as_much = !amount || *amount == (payment.amount < 0 ? -payment.amount : payment.amount);
  return as_much ? bothHold(is_kind, fits) : TriState::no;
}

}  // namespace

TriState canPay(const State& state, const Rules& rules, const Cost& cost, const TextUse& use) {
  if (cost.can) return holds(cost.can, state, rules, use.about, use.self());
  if (!cost.on.which) return TriState::yes;
  const NameNumber name = state.vocabulary->names.find(cost.on.named);
  const auto least = costAmount(state, rules, cost, use);
  switch (*cost.on.which) {
    case schema::Event::CARD_TURNED:
    case schema::Event::CARD_MOVED:
      return canUseCard(state, rules, cost, use);
    case schema::Event::COUNTER_REMOVED:
      if (!cost.card && cost.amount && !least) return TriState::undecided;
      return triState(cost.card || state.countersOn(use.self(), name) >= least.value_or(1));
    case schema::Event::VALUE_CHANGED: {
      const ValueIndex value = rules.ruleset.value(cost.on.named);
      const bool bounded = value != kUnbound && rules.ruleset.values[value].floor_at_zero;
      if (!bounded || !cost.amount) return TriState::yes;  // a value that may be negative can always be lost
      if (!least) return TriState::undecided;
      const auto has = recordedValue(state, rules.ruleset, entityOf(EntityKind::player, use.player), value);
      return has.status == RecordedValue::Status::unrecorded ? TriState::undecided : triState(has.amount >= *least);
    }
    default:
      return TriState::yes;
  }
}

TriState arePaid(const State& state, const Rules& rules, const std::vector<Cost>& costs, const TextUse& use,
                 capnp::List<std::uint32_t>::Reader cited) {
  boost::container::small_vector<EventNumber, 8> taken;
  TriState all = TriState::yes;
  for (const Cost& cost : costs) {
    TriState paid = TriState::no;
    for (const EventNumber event : cited) {
      const auto found = ranges::find(state.remembered, event, &Remembered::event);
      if (found == state.remembered.end() || found->spent != 0 || ranges::contains(taken, event)) continue;
      paid = isPaidBy(state, rules, cost, use, *found);
      if (paid == TriState::no) continue;
      taken.push_back(event);
      break;
    }
    if (paid == TriState::no) return TriState::no;
    if (paid == TriState::undecided) all = TriState::undecided;
  }
  return all;
}

}  // namespace docket
