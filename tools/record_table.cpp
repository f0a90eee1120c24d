#include "tools/record_table.h"

namespace docket {

std::shared_ptr<const State> RecordTable::before(EventNumber number) const {
  if (kept_ == nullptr || kept_before_ != number) {
    kept_ = std::make_shared<const State>(game_.stateAt(number - 1));
    kept_before_ = number;
  }
  return kept_;
}

std::vector<Finding> RecordTable::findings(EventNumber number) const {
  const auto table = before(number);
  const HeldEvent asked = event(number);
  return judge(*table, game_.rules(), number, asked);
}

}  // namespace docket
