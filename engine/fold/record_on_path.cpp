#include "engine/fold/record_on_path.h"

#include <optional>

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
  return judge(atHand(*state, rules_, number, asked));
}

std::optional<expression::Reason> RecordOnPath::doubt(EventNumber number) const {
  const auto state = before(number);
  if (state == nullptr) return std::nullopt;
  const HeldEvent asked = event(number);
  return doubtOf(atHand(*state, rules_, number, asked));
}

}  // namespace docket
