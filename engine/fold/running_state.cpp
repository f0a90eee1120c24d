#include "engine/fold/running_state.h"

#include <utility>

#include "engine/fold/learn_names.h"
#include "engine/fold/reduce.h"
#include "engine/judge/table_sense.h"
#include "engine/query/cards/places.h"
#include "engine/state/tells_changes.h"

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
  if (goesBack(event)) return goBack(number, event, earlier);
  if (track_) track_->note(number, event);
  reduce(state_, rules_, number, event, step_);
}

EventAtHand RunningState::next(EventNumber number, schema::Event::Reader event) {
  // What goes back brings its names to the table that it makes.
  if (goesBack(event)) return atHand(state_, rules_, number, event);
  room_.sensed.reset();
  if (!event.hasContext()) return atHandKnowing(state_, rules_, number, event, kNothingAround, &room_);
  around_ = Surroundings::of(event);
  learnNames(state_, rules_, number, around_);
  if (around_.identities.size() != 0 && !introducesCards(event)) {
    // Before the state knows what it says of cards: whether that is what they are is asked there.
    room_.sensed = senseTable(atHandKnowing(state_, rules_, number, event, around_));
    learnCards(state_, rules_, number, around_);
  }
  return atHandKnowing(state_, rules_, number, event, around_, &room_);
}

void RunningState::add(const EventAtHand& judged, const EventSource& earlier) {
  if (goesBack(judged.event)) return goBack(judged.number, judged.event, earlier);
  if (track_) track_->note(judged.number, judged.event);
  reduce(state_, judged, step_);
}

void RunningState::goBack(EventNumber number, schema::Event::Reader event, const EventSource& earlier) {
  const WithNext events(earlier, number, event);
  if (!track_) {
    track_.emplace();
    if (number > 1) {
      earlier.forEach(1, number - 1, [&](EventNumber before, const HeldEvent& one) { track_->note(before, one); });
    }
  }
  track_->note(number, event);
  step_.clear();
  step_.changed = StateParts::everything();
  track_->retrace(state_, header_, rules_, events);
}

}  // namespace docket
