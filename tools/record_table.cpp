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
  std::vector<Finding> found;
  game_.event(number, [&](schema::Event::Reader event) { found = judge(*table, game_.rules(), number, event); });
  return found;
}

schema::Event::Reader RecordTable::event(EventNumber number) const {
  event_ = std::make_unique<capnp::MallocMessageBuilder>();
  game_.event(number, [&](schema::Event::Reader event) { event_->setRoot(event); });
  return event_->getRoot<schema::Event>().asReader();
}

}  // namespace docket
