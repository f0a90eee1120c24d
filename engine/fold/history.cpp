#include "engine/fold/history.h"

#include <algorithm>
#include <range/v3/algorithm/lower_bound.hpp>
#include <string>

#include "engine/fold/path_fold.h"
#include "events/errors.h"

namespace docket {
void History::add(EventNumber number, schema::Event::Reader event) {
  const auto earlier = [&](EventNumber other) {
    if (other >= number)
      throw DamagedArchive("event " + std::to_string(number) + " goes back to an event that is not earlier");
    return other;
  };
  if (event.isRewound()) earlier(event.getRewound().getTo());
  if (event.isCorrected()) corrections_.push_back({.event = earlier(event.getCorrected().getEvent()), .by = number});
  course_.add(number, event);
}

Path History::pathTo(EventNumber at) const {
  Path path{.stretches = course_.to(at), .corrections = {}, .known_to = at};
  for (const Correction& correction : corrections_) {
    if (path.covers(correction.by) && path.covers(correction.event)) path.corrections.push_back(correction);
  }
  // Of each event the latest, which comes last here.
  auto& all = path.corrections;
  std::stable_sort(all.begin(), all.end(), [](Correction one, Correction other) { return one.event < other.event; });
  const auto earlier =
      std::unique(all.rbegin(), all.rend(), [](Correction later, Correction one) { return later.event == one.event; });
  all.erase(all.begin(), earlier.base());
  return path;
}

Path straightTo(EventNumber at) { return History().pathTo(at); }

Path Path::upTo(EventNumber event) const {
  Path way = *this;
  std::erase_if(way.stretches, [&](const Stretch& stretch) { return stretch.first > event; });
  if (!way.stretches.empty()) way.stretches.back().last = std::min(way.stretches.back().last, event);
  std::erase_if(way.corrections, [&](const Correction& correction) { return correction.event > event; });
  return way;
}

const Correction* Path::correctionOf(EventNumber event) const {
  const auto found = ranges::lower_bound(corrections, event, {}, &Correction::event);
  return found != corrections.end() && found->event == event ? &*found : nullptr;
}

void foldCorrected(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event,
                   schema::Event::Reader by, Step& step, bool names_known) {
  if (!names_known) keepNames(state, rules, number, event);
  state.event = number;
  const auto corrected = by.getCorrected();
  if (corrected.hasReplacement()) reduce(state, rules, number, corrected.getReplacement(), step);
  keepNumbers(state, event);
}

void foldAlong(State& state, const Rules& rules, const EventSource& events, const Path& path, const SeeAlong& see) {
  if (path.stretches.empty() || path.stretches.back().last <= state.event) return;
  Step step;
  const EventNumber next = state.event + 1;
  PathFold fold(state, rules, events, path);
  events.forEach(next, path.stretches.back().last,
                 [&](EventNumber number, schema::Event::Reader event) { fold.add(number, event, step, see); });
}

}  // namespace docket
