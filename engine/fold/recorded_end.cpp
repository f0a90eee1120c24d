#include "engine/fold/recorded_end.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/query/acts/outcome.h"
#include "events/rewind_tree.h"

namespace docket {
namespace {

RecordedEnd endSaidBy(schema::Event::Reader event) {
  const auto ended = event.getGameEnded();
  return {.winners = winnersIn(ended), .everybody = ended.getEverybody()};
}

/// The end of a game in which a judge went back: only the whole record shows which events are in effect.
std::optional<RecordedEnd> endInEffect(const EventSource& events, EventNumber count) {
  History history;
  std::vector<std::pair<EventNumber, RecordedEnd>> ended, corrected;  // `corrected`: by the number of the correction
  events.forEach(1, count, [&](EventNumber number, const HeldEvent& held) {
    const schema::Event::Reader event = held;
    history.add(number, event);
    if (event.isGameEnded()) ended.emplace_back(number, endSaidBy(event));
    if (!event.isCorrected() || !event.getCorrected().hasReplacement()) return;
    const auto replacement = event.getCorrected().getReplacement();
    if (replacement.isGameEnded()) corrected.emplace_back(number, endSaidBy(replacement));
  });
  const Path path = history.pathTo(count);
  std::optional<std::pair<EventNumber, RecordedEnd>> last;
  const auto take = [&](EventNumber number, const RecordedEnd& end) {
    if (path.covers(number) && (!last || number > last->first)) last.emplace(number, end);
  };
  for (const auto& [number, end] : ended) {
    if (path.correctionOf(number) == nullptr) take(number, end);
  }
  for (const Correction& one : path.corrections) {
    const auto found =
        std::find_if(corrected.begin(), corrected.end(), [&](const auto& end) { return end.first == one.by; });
    if (found != corrected.end()) take(one.event, found->second);
  }
  return last ? std::optional(last->second) : std::nullopt;
}

}  // namespace

std::optional<RecordedEnd> recordedEnd(const EventSource& events, EventNumber count) {
  constexpr EventNumber kAtOnce = 256;  // the number of events in a block of an archive
  bool went_back = false;
  for (EventNumber last = count; last != 0;) {
    const EventNumber first = (last - 1) / kAtOnce * kAtOnce + 1;
    std::optional<RecordedEnd> end;
    events.forEach(first, last, [&](EventNumber, const HeldEvent& held) {
      const schema::Event::Reader event = held;
      if (event.isGameEnded()) end = endSaidBy(event);
      went_back = went_back || goesBack(event);
    });
    if (went_back) return endInEffect(events, count);
    if (end) return end;
    last = first - 1;
  }
  return std::nullopt;
}

}  // namespace docket
