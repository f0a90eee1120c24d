#include "engine/query/stats/amounts.h"

#include <algorithm>
#include <range/v3/algorithm/lower_bound.hpp>

#include "engine/query/cards/undefined.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/query/stats/stats.h"
#include "engine/rules/expression/arithmetic.h"

namespace docket {
namespace {

using expression::Grade;
using expression::Reason;
using expression::Type;

void lower(expression::Value& value, Grade grade, const Reason& reason) {
  value.grade = std::max(value.grade, grade);
  value.details.edit().reasons.push_back(reason);
}

expression::Value numbered(const Ruleset& ruleset, std::int64_t number, bool floor_unless_calculated) {
  if (number < 0) ruleset.note(RuleField::floors);
  auto value = expression::Value::ofNumber(number);
  value.zero_alone = number < 0 && floor_unless_calculated;
  return value;
}

expression::Value calculatedStat(const State& state, const Rules& rules, const AmountOf& amount) {
  const auto unknown = [](Reason::Kind kind, Entity subject) {
    return expression::Value::unknown(Type::number, {.kind = kind, .subject = subject});
  };
  if (kindOf(amount.subject) == EntityKind::card && !state.isCard(amount.subject)) {
    return unknown(Reason::Kind::identity_unknown, amount.subject);
  }
  const StatReading reading = readStat(state, rules, amount.subject, amount.stat);
  if (reading.kind == StatReading::Kind::unknown) {
    const auto& total = rules.ruleset.stats[amount.stat].total;
    const bool is_known = !state.isCard(amount.subject) || state.definitionOf(state.cards[amount.subject]) != nullptr;
    auto unread = unknown(is_known ? Reason::Kind::print_unsaid : Reason::Kind::identity_unknown, amount.subject);
    if (const ValueIndex value = rules.ruleset.stats[amount.stat].of_value; value != kUnbound) {
      return expression::Value::unknown(Type::number,
                                        {.kind = Reason::Kind::no_start, .subject = amount.subject, .number = value});
    }
    if (total) {  // the reasons of its expression
      unread.details.edit().reasons =
          expression::valueAt(*total, {.state = state, .rules = rules, .self = amount.subject}).reasons();
    }
    return unread;
  }
  if (reading.doubtful != kNone && !amount.base) return unknown(Reason::Kind::trait_uncertain, reading.doubtful);
  const bool absent = reading.kind == StatReading::Kind::absent;
  auto value = absent ? expression::Value::absent(Type::number)
                      : numbered(rules.ruleset, amount.base ? reading.base : reading.amount,
                                 rules.ruleset.stats[amount.stat].floor_unless_calculated);
  if (const CardIndex unread = unreadInPlay(state, rules, schema::Matter::STATS); unread != kNone) {
    lower(value, Grade::unverified, {.kind = Reason::Kind::text_unknown, .subject = unread});
  }
  if (state.isCard(amount.subject) && state.unrecorded.mayHaveChanged(state.cards[amount.subject].arrived)) {
    lower(value, Grade::unverified, {.kind = Reason::Kind::text_unknown, .subject = state.unrecorded.by});
  }
  return value;
}

/// The amount by the printed card, the ledger and the events, ignoring observations.
expression::Value calculatedOfRead(const State& state, const Rules& rules, const AmountOf& amount) {
  if (amount.stat != kUnbound) return calculatedStat(state, rules, amount);
  const RecordedValue recorded = recordedValue(state, rules.ruleset, amount.subject, amount.key);
  if (recorded.status == RecordedValue::Status::none) return expression::Value::absent(Type::number);
  if (recorded.status == RecordedValue::Status::unrecorded) {
    return expression::Value::unknown(
        Type::number, {.kind = Reason::Kind::no_start, .subject = amount.subject, .number = amount.key});
  }
  const auto& values = rules.ruleset.values;
  return numbered(rules.ruleset, recorded.amount,
                  amount.key < values.size() && values[amount.key].floor_unless_calculated);
}

/// The amount by calculatedOfRead(); unknown if an event that could not be read may have changed it.
expression::Value calculated(const State& state, const Rules& rules, const AmountOf& amount) {
  auto value = calculatedOfRead(state, rules, amount);
  if (!state.skipped.empty())
    expression::addReason(value, {.kind = Reason::Kind::skipped, .event = state.skipped.front().event});
  return value;
}

bool isComputed(const Rules& rules, const AmountOf& amount) {
  if (amount.stat != kUnbound) rules.ruleset.note(RuleField::calculation_computed);
  return amount.stat == kUnbound || rules.ruleset.calculation.computed;
}

bool agrees(const expression::Value& value, const Observation& seen) {
  if (seen.absent || !value.isKnown()) return seen.absent && value.isAbsent();
  return value.number == seen.amount || (value.zero_alone && seen.amount == 0);
}

/// True if the rules claim the calculated amount. Without a recorded value they do not claim that the value is absent.
bool claims(const expression::Value& value, const Rules& rules, const AmountOf& amount) {
  if (!isComputed(rules, amount) || value.grade != Grade::exact) return false;
  return amount.stat == kUnbound ? value.isKnown() : !value.isUnknown();
}

const Observation* observationOf(const State& state, const AmountOf& amount) {
  const Observation* latest = nullptr;
  auto observation = ranges::lower_bound(state.observations, amount.subject, {}, &Observation::subject);
  for (; observation != state.observations.end() && observation->subject == amount.subject; ++observation) {
    const bool is_meant = amountOf(state, *observation) == amount;
    if (is_meant && (latest == nullptr || observation->event > latest->event)) latest = &*observation;
  }
  return latest;
}

void reportAsSeen(AmountReading& reading) {
  const Observation& observation = *reading.seen;
  reading.from = AmountReading::From::observed;
  reading.value =
      observation.absent ? expression::Value::absent(Type::number) : expression::Value::ofNumber(observation.amount);
  lower(reading.value, Grade::unverified,
        {.kind = Reason::Kind::observed, .subject = observation.subject, .event = observation.event});
}

/// Compares an amount with an observation since which nothing has happened.
void compareWithFresh(AmountReading& reading, bool claimed, Entity subject) {
  const Observation& observation = *reading.seen;
  if (agrees(reading.value, observation)) {
    reading.value.grade = Grade::exact;
    reading.value.details = {};
    if (!claimed) reading.from = AmountReading::From::observed;
  } else if (claimed) {
    Reason differs{.kind = Reason::Kind::differs, .subject = subject, .event = observation.event};
    if (!observation.absent) differs.seen = observation.amount;
    lower(reading.value, Grade::diverged, differs);
  } else {
    reportAsSeen(reading);
  }
}

/// Compares an amount with an earlier observation: if the rules gave the observed amount then, they give the current
/// one.
void compareWithStale(AmountReading& reading, Entity subject) {
  if (reading.seen->explained && !reading.value.isUnknown()) return;
  const Reason stale{
      .kind = Reason::Kind::stale, .subject = subject, .event = reading.seen->event, .since = reading.stale_since};
  reading.from = AmountReading::From::observed;
  if (agrees(reading.value, *reading.seen)) {
    lower(reading.value, Grade::unverified, stale);
  } else {
    reading.value = expression::Value::unknown(Type::number, stale);
  }
}

/// The amount, compared with its observation.
AmountReading comparedWithObservation(const State& state, const Rules& rules, const AmountOf& amount) {
  AmountReading reading{.value = calculated(state, rules, amount)};
  const Observation* observation = observationOf(state, amount);
  if (observation == nullptr) {
    if (isComputed(rules, amount) || !reading.value.isKnown()) return reading;
    reading.from = AmountReading::From::printed;
    lower(reading.value, Grade::unverified, {.kind = Reason::Kind::not_computed, .subject = amount.subject});
    return reading;
  }
  reading.seen = *observation;
  if (observation->event >= state.latest_change) {
    compareWithFresh(reading, claims(reading.value, rules, amount), amount.subject);
  } else {
    reading.stale_since = state.latest_change;
    compareWithStale(reading, amount.subject);
  }
  return reading;
}

}  // namespace

RecordedValue recordedValue(const State& state, const Ruleset& ruleset, Entity subject, std::uint32_t key) {
  using Status = RecordedValue::Status;
  if (const EntityValue* recorded = state.valueOf(subject, key)) {
    return {.status = recorded->known ? Status::known : Status::unrecorded, .amount = recorded->amount};
  }
  if (key >= ruleset.values.size()) return {.status = Status::unrecorded};  // it is not recorded who has it
  const EntityKind holder = ruleset.values[key].of_game ? EntityKind::game : EntityKind::player;
  return {.status = subject != kNone && kindOf(subject) == holder ? Status::unrecorded : Status::none};
}

ChangedValue valueAfter(const Ruleset& ruleset, std::uint32_t key, std::optional<std::int64_t> former, schema::How how,
                        std::int64_t amount) {
  std::int64_t after = amount;
  if (how != schema::How::SET) {
    if (!former) return {};  // a change of an unknown amount leaves it unknown
    const bool too_large = how == schema::How::GAINED ? __builtin_add_overflow(*former, amount, &after)
                                                      : __builtin_sub_overflow(*former, amount, &after);
    if (too_large) return {.too_large = true};
  }
  if (after < 0) ruleset.note(RuleField::floors);
  if (key < ruleset.values.size() && ruleset.values[key].floor_at_zero) after = std::max<std::int64_t>(after, 0);
  return {.amount = after};
}

AmountReading readAmount(const State& state, const Rules& rules, const AmountOf& asked) {
  const auto& values = rules.ruleset.values;
  const bool is_base = asked.stat == kUnbound && asked.key < values.size() && values[asked.key].stat != kUnbound;
  const AmountOf amount = is_base ? AmountOf{.subject = asked.subject, .stat = values[asked.key].stat} : asked;
  AmountReading reading = comparedWithObservation(state, rules, amount);
  const auto doubt = ranges::lower_bound(state.doubted, amount, {}, &DoubtedAmount::amount);
  if (doubt == state.doubted.end() || doubt->amount != amount || reading.value.isUnknown()) return reading;
  if (reading.seen && reading.seen->event > doubt->event) return reading;
  lower(reading.value, Grade::unverified,
        {.kind = Reason::Kind::part_differs, .subject = amount.subject, .event = doubt->event});
  return reading;
}

std::string_view valueName(const State& state, const Ruleset& ruleset, std::uint32_t key) {
  return key < ruleset.values.size() ? std::string_view(ruleset.values[key].name)
                                     : state.vocabulary->names.text(static_cast<NameNumber>(key - State::kNamedValues));
}

std::string_view amountName(const State& state, const Ruleset& ruleset, const AmountOf& amount) {
  return amount.stat == kUnbound ? valueName(state, ruleset, amount.key)
                                 : std::string_view(ruleset.stats[amount.stat].name);
}

std::optional<std::int64_t> printedAmount(const State& state, Entity subject, StatIndex stat) {
  const Definition* definition = state.isCard(subject) ? state.definitionOf(state.cards[subject]) : nullptr;
  if (definition == nullptr || definition->stats[stat].kind == schema::PrintedStat::Kind::ABSENT) return std::nullopt;
  return definition->stats[stat].amount;
}

AmountReading asSeen(AmountReading reading) {
  if (reading.stale_since == 0) {
    reportAsSeen(reading);
  } else {
    const Observation& observation = *reading.seen;
    reading.from = AmountReading::From::observed;
    reading.value = expression::Value::unknown(Type::number, {.kind = Reason::Kind::stale,
                                                              .subject = observation.subject,
                                                              .event = observation.event,
                                                              .since = reading.stale_since});
  }
  return reading;
}

AmountOf amountOf(const State& state, const Observation& seen) {
  if (seen.reading == 0) {
    return {.subject = seen.subject, .stat = seen.stat, .key = seen.key, .base = seen.stat != kUnbound && seen.base};
  }
  const StatIndex stat = (*state.vocabulary)[seen.reading].stat;
  return {.subject = seen.subject,
          .stat = stat,
          .key = stat == kUnbound ? state.valueKey(seen.reading) : 0,
          .base = stat != kUnbound && seen.base};
}

bool agreesWithRules(const State& state, const Rules& rules, const Observation& seen) {
  const AmountOf amount = amountOf(state, seen);
  return isComputed(rules, amount) && agrees(calculated(state, rules, amount), seen);
}

}  // namespace docket
