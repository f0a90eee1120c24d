// The limits that apply to an act, with their counts before it, for tests that compare them.
#pragma once

#include <vector>

#include "engine/query/limits/applicable_limits.h"
#include "engine/query/limits/limits.h"
#include "engine/query/limits/use_question.h"
#include "engine/state/state.h"

namespace docket {

struct LimitStanding {
  ApplicableLimit limit{};
  UsedCount count;
};

inline std::vector<LimitStanding> standings(const State& before, const Rules& rules, const UseQuestion& question) {
  std::vector<LimitStanding> all;
  for (const ApplicableLimit& limit : limitsOf(before, rules, question).limits) {
    all.push_back({.limit = limit, .count = readUsedCount(before, rules, limit, question)});
  }
  return all;
}

}  // namespace docket
