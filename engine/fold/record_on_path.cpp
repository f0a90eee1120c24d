#include "engine/fold/record_on_path.h"

#include <algorithm>
#include <optional>
#include <range/v3/action/push_back.hpp>

#include "engine/fold/hindsight.h"
#include "engine/fold/reduce.h"
#include "engine/judge/doubt.h"
#include "engine/judge/judge.h"

namespace docket {

using expression::EventStatus;

HeldEvent eventOf(const EventSource& events, EventNumber number) {
  std::optional<HeldEvent> found;
  events.forEach(number, number, [&](EventNumber, const HeldEvent& event) { found = event; });
  return std::move(*found);
}

EventNumber endOfGroup(const EventSource& events, EventNumber number, EventNumber most) {
  const auto group_of = [&](EventNumber one) {
    const HeldEvent event = eventOf(events, one);
    return event->getGroup();
  };
  const EventNumber group = group_of(number);
  while (group != 0 && number < most && group_of(number + 1) == group) ++number;
  return number;
}

HeldEvent eventOn(const Path& path, const EventSource& events, EventNumber number) {
  if (const Correction* correction = path.correctionOf(number)) {
    HeldEvent correction_event = eventOf(events, correction->by);
    const auto corrected = correction_event->getCorrected();
    if (corrected.hasReplacement()) {
      correction_event.rebind(corrected.getReplacement());
      return correction_event;
    }
  }
  return eventOf(events, number);
}

EventStatus statusOn(const Path& path, const EventSource& events, EventNumber number) {
  if (!path.covers(number)) return EventStatus::off_path;
  const Correction* correction = path.correctionOf(number);
  if (correction == nullptr) return EventStatus::recorded;
  const HeldEvent correction_event = eventOf(events, correction->by);
  return correction_event->getCorrected().hasReplacement() ? EventStatus::replaced : EventStatus::nothing;
}

std::shared_ptr<const State> RecordOnPath::before(EventNumber number) const {
  if (kept_ == nullptr || kept_before_ != number) {
    const EventNumber last = number - 1;
    kept_ = at(path_.covers(last) ? path_.upTo(last) : history().pathTo(last));
    kept_before_ = number;
  }
  return kept_;
}

std::optional<State> RecordOnPath::inHindsight(const State& state, EventNumber number) const {
  if (number > path_.known_to || !path_.covers(number)) return std::nullopt;
  if (at_point_ == nullptr) at_point_ = at(path_);
  return docket::inHindsight(state, *at_point_, rules_);
}

std::shared_ptr<const State> RecordOnPath::judgedOn(EventNumber number) const {
  auto then = before(number);
  const HeldEvent judged_event = event(number);
  const PendingEvent pending = pendingEvent(*then, rules_, number, judged_event);
  if (!isLegalityUndecided(pending, judge(pending))) return then;
  auto known = inHindsight(*then, number);
  return known ? std::make_shared<const State>(*std::move(known)) : then;
}

std::vector<Finding> RecordOnPath::findings(EventNumber number) const {
  const HeldEvent judged_event = event(number);
  EventNumber last = number;  // the last event of the group so far
  if (judged_event->getGroup() != 0) {
    last = endOfGroup(events_, number, std::max(number, path_.known_to));
    while (path_.covers(last) != path_.covers(number)) --last;
  }
  const auto judged_with = [&](const State& then, const State* after) {
    auto found = judge(pendingEvent(then, rules_, number, judged_event));
    if (after != nullptr) ranges::push_back(found, judgeGroup(*after, rules_));
    std::erase_if(found, [&](const Finding& one) { return one.event != number; });
    return found;
  };
  const auto then = before(number);
  const auto after = judged_event->getGroup() != 0 ? before(last + 1) : nullptr;
  auto found = judged_with(*then, after.get());
  if (!isLegalityUndecided(pendingEvent(*then, rules_, number, judged_event), found)) return found;
  const auto then_known = inHindsight(*then, number);
  const auto after_known = after == nullptr ? std::nullopt : inHindsight(*after, last);
  if (!then_known && !after_known) return found;
  return judged_with(then_known ? *then_known : *then, after_known ? &*after_known : after.get());
}

std::optional<expression::Reason> RecordOnPath::doubt(EventNumber number) const {
  const auto state = before(number);
  if (state == nullptr) return std::nullopt;
  const HeldEvent judged_event = event(number);
  auto doubt = doubtOf(pendingEvent(*state, rules_, number, judged_event));
  if (!doubt) return doubt;
  const auto known = inHindsight(*state, number);
  return known ? doubtOf(pendingEvent(*known, rules_, number, judged_event)) : doubt;
}

}  // namespace docket
