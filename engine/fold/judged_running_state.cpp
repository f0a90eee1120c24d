#include "engine/fold/judged_running_state.h"

#include "engine/fold/record_on_path.h"

namespace docket {

JudgedRunningState::JudgedRunningState(schema::Header::Reader header, const Rules& rules, const EventSource& events,
                                       Path path)
    : events_(events), rules_(rules), path_(std::move(path)), recorded_(header, rules) {
  if (!path_.corrections.empty()) along_.emplace(begin(header, rules), rules, events, path_);
}

JudgedRunningState::JudgedRunningState(const Rules& rules, const EventSource& events, Path path, RunningState follower)
    : events_(events), rules_(rules), path_(std::move(path)), recorded_(std::move(follower)) {}

std::optional<Judged> JudgedRunningState::judged(EventNumber number, const HeldEvent& event) const {
  const Correction* correction = path_.correctionOf(number);
  if (correction == nullptr) return Judged{.event = event};
  if (standingOn(path_, events_, number) == expression::Standing::nothing) return std::nullopt;
  return Judged{.event = eventOn(path_, events_, number), .by = correction->by};
}

EventAtHand JudgedRunningState::next(EventNumber number, const Judged& judged) {
  if (along_) return atHand(before(number), rules_, number, judged.event);
  return recorded_.next(number, judged.event);
}

void JudgedRunningState::add(EventNumber number, const HeldEvent& event, const EventAtHand& judged) {
  if (along_) return add(number, event);
  recorded_.add(judged, events_);
  latest_ = number;
  jumped_ = goesBack(event);
}

void JudgedRunningState::add(EventNumber number, const HeldEvent& event) {
  const bool came_along = latest_ == 0 || path_.covers(latest_);
  recorded_.add(number, event, events_);
  if (along_) {
    step_.clear();
    along_->fold.add(number, event, step_);
    step_.changed = StateParts::everything();  // of games that go back there are few
  }
  latest_ = number;
  const bool goes_along = path_.covers(number);
  jumped_ = along_ && (came_along || goes_along) ? came_along != goes_along : goesBack(event);
}

}  // namespace docket
