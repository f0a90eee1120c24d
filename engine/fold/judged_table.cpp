#include "engine/fold/judged_table.h"

#include "engine/fold/reduce.h"
#include "engine/judge/doubt.h"
#include "engine/judge/judge.h"

namespace docket {

std::vector<Finding> JudgedTable::findings(EventNumber number) const {
  const auto state = before(number);
  const HeldEvent asked = event(number);
  return judge(atHand(*state, rules_, number, asked));
}

std::optional<expression::Reason> JudgedTable::doubt(EventNumber number) const {
  const auto state = before(number);
  if (state == nullptr) return std::nullopt;
  const HeldEvent asked = event(number);
  return doubtOf(atHand(*state, rules_, number, asked));
}

}  // namespace docket
