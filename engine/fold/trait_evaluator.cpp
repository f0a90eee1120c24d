#include "engine/fold/trait_evaluator.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/none_of.hpp>

#include "engine/fold/ledger.h"
#include "engine/rules/expression/certain.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

using expression::Type;
using schema::Change;

std::int32_t narrow(std::int64_t amount) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(amount, std::numeric_limits<std::int32_t>::min(),
                                                            std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

const TraitResult& TraitEvaluator::reevaluate(const ApplicableTrait& one, const TraitResult* former,
                                              StateParts changed) {
  if (former == nullptr) {
    give(one);
    return given_;
  }
  if (!former->readsAny(changed)) return *former;
  if (former->hasSameEntries(changed)) {
    measureAgain(*former);
  } else {
    give(one);
  }
  return *former == given_ ? *former : given_;
}

/// A number, or a condition as 1 or 0; sets `doubtful` if it is not certain. A condition that is not certain may hold.
std::int64_t TraitEvaluator::ask(const expression::Expression& what, const ApplicableTrait& one, Entity it,
                                 bool& doubtful) {
  const expression::Value value = reader_.valueOfText(what, one.trait.bearer, cardOf(it));
  const bool is_certain = expression::isCertainExceptForTexts(value);
  doubtful = doubtful || !is_certain;
  if (value.type != Type::boolean) return value.number;
  return !is_certain || value.isTrue() ? 1 : 0;
}

void TraitEvaluator::give(const ApplicableTrait& one) {
  given_.entries.clear();
  given_.names.clear();
  given_.written = {};
  std::uint16_t place = 0;
  for (const Effect& effect : one.trait.ability->effects) {
    // One index for each effect of each trait, which shows their order.
    const auto index = static_cast<std::uint16_t>(one.place * 64U + place++ % 64U);
    if (!effect.isChange()) continue;
    forEachSubject(one, effect, [&](Entity subject) { applyTo(one, effect, index, subject); });
  }
  given_.read = reader_.takeRead();
  given_.measured = measuring_.takeRead();
}

/// Calls `take` with each entity that an effect is about.
template <class Take>
void TraitEvaluator::forEachSubject(const ApplicableTrait& one, const Effect& effect, Take&& take) {
  if (!effect.to) return take(one.trait.bearer);
  const auto take_if = [&](Entity subject) {
    if (!one.own_card_only || subject == one.trait.bearer) take(subject);
  };
  const Entity bearer = one.trait.bearer;
  if (expression::SelectedCards cards; reader_.addCertainCards(*effect.to, bearer, cardOf(bearer), cards)) {
    for (const CardIndex card : cards) take_if(card);
    return;
  }
  const expression::Value to = reader_.valueOfText(*effect.to, bearer, cardOf(bearer));
  if (to.type == Type::cards) {
    for (const CardIndex card : to.cards()) take_if(card);
  } else if (to.isKnown()) {
    take_if(to.entity);
  }
}

/// True if all conditions of an effect hold; sets `doubtful` if something unknown decides.
bool TraitEvaluator::holds(const ApplicableTrait& one, const Effect& effect, Entity subject, bool& doubtful) {
  const auto meets = [&](const Condition& condition) {
    return !condition || ask(*condition, one, subject, doubtful) != 0;
  };
  return meets(effect.if_) && !ranges::any_of(one.trait.ability->conditions, [&](const AbilityCondition& condition) {
           return !meets(condition.that);
         });
}

void TraitEvaluator::applyTo(const ApplicableTrait& one, const Effect& effect, std::uint16_t index, Entity subject) {
  Entry entry{.event = one.since,
              .index = index,
              .kind = changeOf(effect.what),
              .last = Change::Last::WHILE_SOURCE,
              .computed = true,
              .subject = subject,
              .source = one.source};
  if (!holds(one, effect, subject, entry.doubtful)) return;
  if (entry.doubtful && entry.kind == Change::Kind::CONTROL) return;
  const bool about_stat = effect.stat != kUnbound;
  if (about_stat) entry.stat_or_name = effect.stat;
  if (entry.kind == Change::Kind::CONTROL) entry.player = controllerBy(one);
  bool doubtful = entry.doubtful;
  if (effect.amount) entry.stated_amount = narrow(ask(*effect.amount, one, subject, doubtful));
  entry.doubtful = doubtful;
  entry.amount = entry.stated_amount;
  if (about_stat) measure(one, effect, entry);
  given_.written |= partsOf(entry);
  given_.entries.push_back(entry);
  given_.names.push_back(about_stat ? nullptr : &effect.name);
}

/// The stat that is the size of a bonus or a penalty; kUnbound: none.
StatIndex TraitEvaluator::sizeOf(const Entry& entry) const {
  if (entry.kind != Change::Kind::BONUS) return kUnbound;
  const Stat& stat = reader_.ruleset().stats[entry.stat_or_name];
  return entry.stated_amount < 0 ? stat.penalty : stat.bonus;
}

/// Applies increases and reductions to the bonuses and penalties of continuous traits; recorded ones already include
/// them.
void TraitEvaluator::changeSize(Entry& entry, StatIndex size) {
  const StatReading changed = reader_.delta(entry.subject, size, std::abs(std::int64_t{entry.stated_amount}));
  entry.amount = narrow(changed.amount);
  entry.doubtful = entry.doubtful || changed.doubtful != kNone;
}

/// Computes the size of a change of a stat.
void TraitEvaluator::measure(const ApplicableTrait& one, const Effect& effect, Entry& entry) {
  setAmountFromStat(entry);
  if (const StatIndex size = sizeOf(entry); size != kUnbound && entry.stated_amount != 0) changeSize(entry, size);
  if (!effect.most || entry.kind != Change::Kind::BONUS) return;
  bool doubtful = entry.doubtful;
  entry.cap = narrow(ask(*effect.most, one, entry.subject, doubtful));
  entry.doubtful = doubtful;
  entry.caps_value = effect.caps_value;
}

/// Computes an entry's amount from the stat's value before it.
void TraitEvaluator::setAmountFromStat(Entry& entry) {
  const auto stat = static_cast<StatIndex>(entry.stat_or_name);
  if (entry.kind == Change::Kind::SET) {
    entry.amount = measuring_.bonusToReach(entry.subject, stat, entry.stated_amount, entry);
  }
  if (isBound(entry)) entry.before = measuring_.sumBefore(entry.subject, stat, entry);
}

/// Copies the entries of `former` and recomputes their amounts from stats that have changed.
void TraitEvaluator::measureAgain(const TraitResult& former) {
  given_ = former;
  for (std::size_t i = 0; i < given_.entries.size(); ++i) {
    if (given_.names[i] == nullptr) setAmountFromStat(given_.entries[i]);
  }
  given_.measured = measuring_.takeRead();
}

Seat TraitEvaluator::controllerBy(const ApplicableTrait& one) {
  if (reader_.isCard(one.trait.bearer)) return reader_.controllerOf(one.trait.bearer);
  return kindOf(one.trait.bearer) == EntityKind::player ? static_cast<Seat>(numberOf(one.trait.bearer)) : Seat{0};
}

}  // namespace docket
