#include "engine/history.h"

#include <algorithm>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/algorithm/lower_bound.hpp>
#include <range/v3/view/reverse.hpp>
#include <string>

#include "events/errors.h"

namespace docket {
namespace {

bool covers(const std::vector<Stretch>& stretches, EventNumber event) {
  return std::any_of(stretches.begin(), stretches.end(),
                     [&](Stretch stretch) { return stretch.first <= event && event <= stretch.last; });
}

}  // namespace

void History::add(EventNumber number, schema::Event::Reader event) {
  const auto earlier = [&](EventNumber other) {
    if (other >= number)
      throw DamagedArchive("event " + std::to_string(number) + " goes back to an event that is not earlier");
    return other;
  };
  if (event.isRewound()) rewinds_.push_back({.event = earlier(event.getRewound().getTo()), .by = number});
  if (event.isCorrected()) corrections_.push_back({.event = earlier(event.getCorrected().getEvent()), .by = number});
}

Path History::pathTo(EventNumber at) const {
  Path path;
  EventNumber end = at;
  for (const Correction& rewind : rewinds_ | ranges::views::reverse) {
    if (rewind.by > end) continue;  // later, or itself rewound
    path.stretches.push_back({.first = rewind.by, .last = end});
    end = rewind.event;
  }
  if (end != 0) path.stretches.push_back({.first = 1, .last = end});
  std::reverse(path.stretches.begin(), path.stretches.end());
  for (const Correction& correction : corrections_) {
    if (!covers(path.stretches, correction.by) || !covers(path.stretches, correction.event)) continue;
    const auto found = ranges::lower_bound(path.corrections, correction.event, {}, &Correction::event);
    if (found != path.corrections.end() && found->event == correction.event) {
      found->by = correction.by;
    } else {
      path.corrections.insert(found, correction);
    }
  }
  return path;
}

void foldAlong(State& state, const Rules& rules, const EventSource& events, const Path& path) {
  Step step;
  const EventNumber stands = state.event;
  const auto fold = [&](EventNumber number, schema::Event::Reader event) {
    const auto found = ranges::find_if(path.corrections, [&](Correction one) { return one.event == number; });
    if (found == path.corrections.end()) return reduce(state, rules, number, event, step);
    keepNames(state, rules, number, event);
    // What really happened stands in the event that corrects it; nothing, where that brings no replacement.
    events.forEach(found->by, found->by, [&](EventNumber, schema::Event::Reader by) {
      const auto corrected = by.getCorrected();
      if (corrected.hasReplacement()) {
        reduce(state, rules, number, corrected.getReplacement(), step);
      }
    });
    keepNumbers(state, event);
  };
  EventNumber before = 0;  // the last event of the stretch before
  for (const Stretch stretch : path.stretches) {
    // What was taken back is not in effect, but the names and card numbers that it gave out stay given out.
    if (stands < stretch.first && before + 1 < stretch.first) {
      events.forEach(before + 1, stretch.first - 1, [&](EventNumber number, schema::Event::Reader event) {
        keepNames(state, rules, number, event);
        keepNumbers(state, event);
      });
    }
    before = stretch.last;
    if (stretch.last <= stands) continue;
    events.forEach(std::max(stretch.first, stands + 1), stretch.last, fold);
  }
}

}  // namespace docket
