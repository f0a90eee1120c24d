#include "engine/query/stats/capped_bonuses.h"

#include <algorithm>
#include <range/v3/numeric/accumulate.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/transform.hpp>
#include <vector>

namespace docket {
namespace {

struct Capped {
  std::int64_t amount, cap;
};

/// The bonuses with one kind of maximum, that with the lowest first.
std::vector<Capped> lowestFirst(std::span<const Entry* const> bonuses, bool caps_value) {
  auto list = bonuses | ranges::views::filter([&](const Entry* one) { return one->caps_value == caps_value; }) |
              ranges::views::transform([](const Entry* one) {
                return Capped{one->amount, one->cap};
              }) |
              ranges::to<std::vector>();
  std::stable_sort(list.begin(), list.end(), [](const Capped& a, const Capped& b) { return a.cap < b.cap; });
  return list;
}

std::int64_t sum(const std::vector<Capped>& list) {
  return ranges::accumulate(list, std::int64_t{0}, {}, &Capped::amount);
}

/// The total of the bonuses whose amount is capped.
std::int64_t raiseOfBonus(const std::vector<Capped>& list, const Ruleset& ruleset) {
  if (list.empty() || !ruleset.isOn(RuleSwitch::maximum_caps_its_ability)) return sum(list);
  std::int64_t raised = 0;
  for (const Capped& one : list) raised += std::min(one.amount, one.cap);
  return ruleset.isOn(RuleSwitch::maximum_of_bonus_caps_it_alone) ? raised : std::min(raised, list.front().cap);
}

}  // namespace

std::int64_t raise(std::span<const Entry* const> capped, std::int64_t uncapped, std::int64_t rest,
                   const Ruleset& ruleset) {
  const std::vector<Capped> of_value = lowestFirst(capped, true);
  std::int64_t raised = raiseOfBonus(lowestFirst(capped, false), ruleset);
  if (of_value.empty() || !ruleset.isOn(RuleSwitch::maximum_caps_its_ability)) return raised + sum(of_value) + uncapped;
  if (ruleset.isOn(RuleSwitch::maximum_caps_all_that_raise)) {
    // A value above the cap without any increase stays.
    const std::int64_t room = std::max<std::int64_t>(0, of_value.front().cap - rest);
    return std::min(raised + sum(of_value) + uncapped, room);
  }
  for (const Capped& one : of_value) {
    raised += std::max<std::int64_t>(0, std::min(one.amount, one.cap - rest - raised));
  }
  return raised + uncapped;
}

}  // namespace docket
