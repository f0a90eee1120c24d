#include "engine/fold/running_state.h"

#include <utility>

namespace docket {
namespace {

// The earlier events and the one that is being added, which none of the places that events come from has yet.
class WithNext : public EventSource {
 public:
  WithNext(const EventSource& earlier, EventNumber number, schema::Event::Reader event)
      : earlier_(earlier), number_(number), event_(event) {}

  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    if (first < number_) earlier_.forEach(first, std::min(last, number_ - 1), visit);
    if (first <= number_ && number_ <= last) visit(number_, HeldEvent::copyOf(event_));
  }

 private:
  const EventSource& earlier_;
  EventNumber number_;
  schema::Event::Reader event_;
};

}  // namespace

RunningState::RunningState(schema::Header::Reader header, const Rules& rules)
    : RunningState(header, rules, begin(header, rules)) {}

RunningState::RunningState(schema::Header::Reader header, const Rules& rules, State state)
    : header_(header), rules_(rules), state_(std::move(state)) {}

void RunningState::add(EventNumber number, schema::Event::Reader event, const EventSource& earlier) {
  if (!goesBack(event)) {
    if (track_) track_->note(number, event);
    reduce(state_, rules_, number, event, step_);
    return;
  }
  const WithNext events(earlier, number, event);
  if (!track_) {
    track_.emplace();
    if (number > 1) {
      earlier.forEach(1, number - 1, [&](EventNumber before, const HeldEvent& one) { track_->note(before, one); });
    }
  }
  track_->note(number, event);
  step_.clear();
  track_->retrace(state_, header_, rules_, events);
}

}  // namespace docket
