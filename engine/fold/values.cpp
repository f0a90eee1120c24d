#include "engine/fold/values.h"

#include <charconv>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/lower_bound.hpp>
#include <tuple>

#include "engine/fold/fold.h"
#include "engine/query/amounts.h"
#include "engine/rules/expression/expression.h"
#include "engine/rules/expression/functions.h"
#include "engine/state/facts.h"
#include "events/errors.h"
#include "events/text_view.h"

namespace docket {
namespace {

// Sorted vectors, looked up by their key: a game has a few dozen of each, and they copy in one piece.
const auto kCounterKey = [](const Counter& counter) { return std::pair{counter.subject, counter.name}; };
const auto kValueKey = [](const EntityValue& value) { return std::pair{value.subject, value.key}; };
const auto kObservationKey = [](const Observation& seen) {
  return std::tuple{seen.subject, seen.reading, seen.base, seen.stat, seen.key};
};

/// What is changed for the first time: it has what the ruleset says that it starts at, or nobody said that.
EntityValue unchanged(const Ruleset& ruleset, Entity subject, std::uint32_t key) {
  const auto start = key < ruleset.values.size() ? ruleset.values[key].start : std::nullopt;
  return {.subject = subject, .key = key, .amount = start.value_or(0), .known = start.has_value()};
}

template <class Records>
void eraseAbout(Fold& fold, Records& records, Entity subject) {
  using Record = typename Records::value_type;
  const auto first = ranges::lower_bound(records, subject, {}, &Record::subject);
  auto last = first;
  for (; last != records.end() && last->subject == subject; ++last) fold.state.fingerprint -= factOf(*last);
  records.erase(first, last);
}

Observation readingSeen(const Fold& fold, schema::Event::Observed::Reader event) {
  return {.subject = fold.subject(event.getSubject()),
          .reading = event.getReading(),
          .base = event.getBase(),
          .absent = event.getAbsent(),
          .event = fold.now,
          .amount = event.getAmount()};
}

/// The entity that an expression names outright.
Entity entityNamed(const Fold& fold, const expression::Node& node) {
  using expression::Operator;
  const auto number = static_cast<std::uint32_t>(node.number);
  switch (node.op) {
    case Operator::card_number:
      return fold.card(number);
    case Operator::player:
      return number == 0 || number > fold.state.seats ? kNone : entityOf(EntityKind::player, number);
    case Operator::place:
      return entityOf(EntityKind::place, number);
    case Operator::unit:
      return entityOf(EntityKind::unit, number);
    case Operator::game:
      return entityOf(EntityKind::game, 0);
    default:
      return kNone;
  }
}

/// What was seen of an expression that asks for nothing but a stat or a value of the ruleset is what was seen of that.
/// Names of the game alone are let be: which of them are known depends on the way to a state.
std::optional<Observation> expressionSeen(const Fold& fold, schema::Event::Observed::Reader event) {
  using expression::Function;
  const std::string_view value = view(event.getValue());
  Observation seen{.subject = kNone, .reading = 0, .base = false, .absent = value == "absent", .event = fold.now};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seen.amount);
  if (!seen.absent && (error != std::errc{} || end != value.data() + value.size())) return std::nullopt;
  try {
    const auto asked = expression::parse(textOf(event.getExpression()), {.ruleset = fold.ruleset()});
    const auto& call = asked.nodes[asked.root];
    const bool of_value = call.function == Function::value;
    seen.base = call.function == Function::base;
    if (call.op != expression::Operator::call || !(of_value || seen.base || call.function == Function::stat)) {
      return std::nullopt;
    }
    const auto& subject = asked.nodes[call.first_child];
    const auto index = asked.nodes[subject.next].number;
    seen.subject = entityNamed(fold, subject);
    if (of_value) {
      seen.key = static_cast<std::uint32_t>(index);
    } else {
      seen.stat = static_cast<StatIndex>(index);
    }
    return seen;
  } catch (const BadInput&) {
    return std::nullopt;  // said in words that are no expression
  }
}

}  // namespace

void changeValue(Fold& fold, Entity subject, NameNumber name, schema::How how, std::int64_t amount) {
  if (subject == kNone) return;
  State& state = fold.state;
  fold.noteSubject(subject);
  const auto key = std::pair{subject, state.valueKey(name)};
  auto found = ranges::lower_bound(state.values, key, {}, kValueKey);
  if (found == state.values.end() || kValueKey(*found) != key) {
    found = state.values.insert(found, unchanged(fold.ruleset(), subject, key.second));
  } else {
    state.fingerprint -= factOf(*found);
  }
  if (how == schema::How::SET) found->known = true;
  std::int64_t result = found->known ? amount : 0;  // a change of what is not known leaves it so
  if (!found->known) how = schema::How::SET;
  bool overflow = false;
  if (how == schema::How::GAINED) overflow = __builtin_add_overflow(found->amount, amount, &result);
  if (how == schema::How::LOST || how == schema::How::PAID) {
    overflow = __builtin_sub_overflow(found->amount, amount, &result);
  }
  if (overflow) fold.malformed("the value would be too large (more than 64 bits)");
  const auto& values = fold.ruleset().values;
  if (key.second < values.size() && values[key.second].floor_at_zero && result < 0) result = 0;
  found->amount = result;
  state.fingerprint += factOf(*found);
}

void changeCounters(Fold& fold, Entity subject, NameNumber name, std::int64_t by) {
  if (subject == kNone) return;
  State& state = fold.state;
  fold.noteSubject(subject);
  const auto key = std::pair{subject, name};
  auto found = ranges::lower_bound(state.counters, key, {}, kCounterKey);
  if (found == state.counters.end() || kCounterKey(*found) != key) {
    found = state.counters.insert(found, {.subject = subject, .name = name, .amount = 0});
  } else {
    state.fingerprint -= factOf(*found);
  }
  found->amount += by;
  if (found->amount <= 0) {
    state.counters.erase(found);
  } else {
    state.fingerprint += factOf(*found);
  }
}

void clearCounters(Fold& fold, Entity subject) { eraseAbout(fold, fold.state.counters, subject); }

void forgetObservations(Fold& fold, Entity subject) { eraseAbout(fold, fold.state.observations, subject); }

void observe(Fold& fold, schema::Event::Observed::Reader event) {
  const auto amount = event.getReading() != 0 ? readingSeen(fold, event) : expressionSeen(fold, event);
  if (!amount || amount->subject == kNone) return;  // anything else that was seen is kept, and not folded
  State& state = fold.state;
  const Observation& seen = *amount;
  fold.noteSubject(seen.subject);
  const auto found = ranges::lower_bound(state.observations, kObservationKey(seen), {}, kObservationKey);
  if (found != state.observations.end() && kObservationKey(*found) == kObservationKey(seen)) {
    state.fingerprint -= factOf(*found);
    *found = seen;
  } else {
    state.observations.insert(found, seen);
  }
  state.fingerprint += factOf(seen);
}

void holdAgainstObservation(Fold& fold) {
  State& state = fold.state;
  const auto seen = ranges::find(state.observations, fold.now, &Observation::event);
  if (seen == state.observations.end()) return;
  state.fingerprint -= factOf(*seen);
  seen->explained = comesTo(state, fold.rules, *seen);
  state.fingerprint += factOf(*seen);
}

}  // namespace docket
