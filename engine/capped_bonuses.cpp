#include "engine/capped_bonuses.h"

#include <algorithm>

namespace docket {

void CappedBonuses::add(const Entry& bonus) {
  if (bonus.most == kNoMost) {
    uncapped_ += bonus.amount;
    return;
  }
  List& list = bonus.most_of_value ? of_value_ : of_bonus_;
  const auto place = std::find_if(list.begin(), list.end(), [&](const Capped& one) { return one.most > bonus.most; });
  list.insert(place, {.amount = bonus.amount, .most = bonus.most});
}

std::int64_t CappedBonuses::raise(const Ruleset& ruleset, std::int64_t rest) const {
  const bool caps = ruleset.reads(Reading::maximum_caps_its_ability);
  std::int64_t raised = 0;
  for (const Capped& one : of_bonus_) raised += caps ? std::min(one.amount, one.most) : one.amount;
  if (caps && !of_bonus_.empty() && !ruleset.reads(Reading::maximum_of_bonus_caps_it_alone)) {
    raised = std::min(raised, of_bonus_.front().most);
  }
  if (of_value_.empty()) return raised + uncapped_;
  if (!caps) {
    for (const Capped& one : of_value_) raised += one.amount;
    return raised + uncapped_;
  }
  if (ruleset.reads(Reading::maximum_caps_all_that_raise)) {
    for (const Capped& one : of_value_) raised += one.amount;
    // What is above it without any increase is not brought down.
    return std::min(raised + uncapped_, std::max<std::int64_t>(0, of_value_.front().most - rest));
  }
  for (const Capped& one : of_value_) {
    raised += std::max<std::int64_t>(0, std::min(one.amount, one.most - rest - raised));
  }
  return raised + uncapped_;
}

}  // namespace docket
