#include "tools/step/near_states.h"

namespace docket::step {

std::shared_ptr<const State> NearStates::at(EventNumber at) {
  const EventNumber begin = at / kRun * kRun;
  if (!running_ || begin != first_) {
    first_ = begin;
    running_.emplace(game_.runningStateAfter(begin));
    states_.clear();
    states_.push_back(std::make_shared<const State>(running_->state()));
  }
  const EventNumber next = first_ + static_cast<EventNumber>(states_.size());
  if (next <= at) {
    game_.events().forEach(next, at, [&](EventNumber number, schema::Event::Reader event) {
      running_->add(number, event, game_.events());
      states_.push_back(std::make_shared<const State>(running_->state()));
    });
  }
  return states_[at - first_];
}

}  // namespace docket::step
