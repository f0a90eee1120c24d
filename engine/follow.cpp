#include "engine/follow.h"

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

Follower::Follower(schema::Header::Reader header, const Rules& rules)
    : Follower(header, rules, begin(header, rules), {}) {}

Follower::Follower(schema::Header::Reader header, const Rules& rules, State state, History history)
    : header_(header), rules_(rules), state_(std::move(state)), history_(std::move(history)) {}

void Follower::add(EventNumber number, schema::Event::Reader event, const EventSource& earlier) {
  history_.add(number, event);
  if (!event.isRewound() && !event.isCorrected()) {
    reduce(state_, rules_, number, event, step_);
    return;
  }
  step_.clear();
  state_ = begin(header_, rules_);
  foldAlong(state_, rules_, WithNext(earlier, number, event), history_.pathTo(number));
}

}  // namespace docket
