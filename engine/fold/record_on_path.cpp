#include "engine/fold/record_on_path.h"

#include <algorithm>
#include <optional>
#include <range/v3/action/push_back.hpp>

#include "engine/fold/reduce.h"
#include "engine/judge/doubt.h"
#include "engine/judge/judge.h"

namespace docket {

using expression::Standing;

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
    HeldEvent by = eventOf(events, correction->by);
    const auto corrected = by->getCorrected();
    if (corrected.hasReplacement()) {
      by.become(corrected.getReplacement());
      return by;
    }
  }
  return eventOf(events, number);
}

Standing standingOn(const Path& path, const EventSource& events, EventNumber number) {
  if (!path.covers(number)) return Standing::apart;
  const Correction* correction = path.correctionOf(number);
  if (correction == nullptr) return Standing::recorded;
  const HeldEvent by = eventOf(events, correction->by);
  return by->getCorrected().hasReplacement() ? Standing::replaced : Standing::nothing;
}

std::shared_ptr<const State> RecordOnPath::before(EventNumber number) const {
  if (kept_ == nullptr || kept_before_ != number) {
    const EventNumber last = number - 1;
    kept_ = at(path_.covers(last) ? path_.upTo(last) : history().pathTo(last));
    kept_before_ = number;
  }
  return kept_;
}

std::vector<Finding> RecordOnPath::findings(EventNumber number) const {
  const auto state = before(number);
  const HeldEvent asked = event(number);
  auto found = judge(atHand(*state, rules_, number, asked));
  if (asked->getGroup() != 0) {
    EventNumber last = endOfGroup(events_, number, std::max(number, path_.known_to));
    while (path_.covers(last) != path_.covers(number)) --last;
    ranges::push_back(found, judgeGroup(*before(last + 1), rules_));
  }
  std::erase_if(found, [&](const Finding& one) { return one.event != number; });
  return found;
}

std::optional<expression::Reason> RecordOnPath::doubt(EventNumber number) const {
  const auto state = before(number);
  if (state == nullptr) return std::nullopt;
  const HeldEvent asked = event(number);
  return doubtOf(atHand(*state, rules_, number, asked));
}

}  // namespace docket
