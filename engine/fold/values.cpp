#include "engine/fold/values.h"

#include <range/v3/algorithm/lower_bound.hpp>

#include "engine/fold/erase_facts.h"
#include "engine/query/stats/amounts.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

/// A value before its first change: at the ruleset's starting amount, or unknown if there is none.
EntityValue unchanged(const Ruleset& ruleset, Entity subject, std::uint32_t key) {
  const auto start = key < ruleset.values.size() ? ruleset.values[key].start : std::nullopt;
  return {.subject = subject, .key = key, .amount = start.value_or(0), .known = start.has_value()};
}

}  // namespace

void changeValue(Fold& fold, Entity subject, NameNumber name, schema::How how, std::int64_t amount) {
  if (subject == kNone) return;
  State& state = fold.state;
  fold.markSubjectChanged(subject);
  const auto key = std::pair{subject, state.valueKey(name)};
  auto found = ranges::lower_bound(state.values, key, {}, kValueKey);
  if (found == state.values.end() || kValueKey(*found) != key) {
    found = state.values.insert(found, unchanged(fold.ruleset(), subject, key.second));
  } else {
    state.fingerprint -= factOf(*found);
  }
  const auto former_amount = found->known ? std::optional(found->amount) : std::nullopt;
  const ChangedValue after = valueAfter(fold.ruleset(), key.second, former_amount, how, amount);
  if (after.too_large) fold.throwMalformed("the value would be too large (more than 64 bits)");
  found->known = after.amount.has_value();
  found->amount = after.amount.value_or(0);
  state.fingerprint += factOf(*found);
}

void changeCounters(Fold& fold, Entity subject, NameNumber name, std::int64_t by) {
  if (subject == kNone) return;
  State& state = fold.state;
  fold.markSubjectChanged(subject);
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

void clearCounters(Fold& fold, Entity subject) { eraseAbout(fold, fold.state.counters, subject, &Counter::subject); }

}  // namespace docket
