#include "tools/record_table.h"

namespace docket {

RecordTable::RecordTable(const OpenGame& game)
    : RecordTable(
          game.last(), game.rules(), [&game](EventNumber at) { return game.stateAt(at); },
          [&game](EventNumber number) { return game.event(number); }) {}

std::shared_ptr<const State> RecordTable::before(EventNumber number) const {
  if (kept_ == nullptr || kept_before_ != number) {
    kept_ = std::make_shared<const State>(state_after_(number - 1));
    kept_before_ = number;
  }
  return kept_;
}

std::vector<Finding> RecordTable::findings(EventNumber number) const {
  const auto table = before(number);
  const HeldEvent asked = event(number);
  return judge(*table, rules_, number, asked);
}

}  // namespace docket
