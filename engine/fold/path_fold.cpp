#include "engine/fold/path_fold.h"

namespace docket {

PathFold::PathFold(State& state, const Rules& rules, const EventSource& events, const Path& path)
    : state_(state), rules_(rules), events_(events), path_(path) {
  // What a correction says happened may be in words that were first used when it was made, so it is read with these.
  const EventNumber stands = state.event;
  names_known_ = !path.corrections.empty() && stands < path.stretches.back().last;
  if (!names_known_) return;
  events.forEach(stands + 1, path.known_to,
                 [&](EventNumber number, const HeldEvent& event) { keepNames(state, rules, number, event); });
  state.event = stands;
}

void PathFold::add(EventNumber number, schema::Event::Reader event, Step& step, const SeeAlong& see) {
  if (!path_.covers(number)) {
    // What was taken back is not in effect, but the names and card numbers that it gave out stay given out.
    if (!names_known_) keepNames(state_, rules_, number, event);
    return keepNumbers(state_, event);
  }
  const Correction* correction = path_.correctionOf(number);
  if (correction == nullptr) {
    if (see) see(state_, number, event, 0);
    return reduce(state_, rules_, number, event, step, names_known_);
  }
  events_.forEach(correction->by, correction->by, [&](EventNumber, const HeldEvent& by) {
    const auto corrected = by->getCorrected();
    if (see && corrected.hasReplacement()) see(state_, number, corrected.getReplacement(), correction->by);
    foldCorrected(state_, rules_, number, event, by, step, names_known_);
  });
}

}  // namespace docket
