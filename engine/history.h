// The history layer: turns the sequence that was recorded into the one that is in effect. A judge's rewind moves back
// to an earlier event, a correction puts something else in the place of an event; the record keeps both, the reducer
// sees only what is in effect.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "engine/ids.h"
#include "engine/reduce.h"
#include "events/held_event.h"

namespace docket {

/// A stretch of recorded events that are in effect, both ends included.
struct Stretch {
  EventNumber first, last;
  friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// An event whose record was wrong, and the event that corrects it.
struct Correction {
  EventNumber event, by;
  friend bool operator==(const Correction&, const Correction&) = default;
};

/// The way to the table as it stood after an event.
struct Path {
  std::vector<Stretch> stretches;       ///< in order; the last one ends with that event
  std::vector<Correction> corrections;  ///< in order of the corrected event, the latest correction of each
};

class History {
 public:
  /// Takes note of the game's next event. Throws DamagedArchive where it rewinds to or corrects a later one.
  void add(EventNumber number, schema::Event::Reader event);
  /// Whether every recorded event is in effect as it was recorded.
  [[nodiscard]] bool linear() const { return rewinds_.empty() && corrections_.empty(); }
  /// The way to the table as it stood after event `at`, as it was known then: corrections that came later do not count.
  [[nodiscard]] Path pathTo(EventNumber at) const;

 private:
  std::vector<Correction> rewinds_;  // {event: where it went back to, by: the rewind}
  std::vector<Correction> corrections_;
};

/// Where recorded events come from: an archive's game, a recording in memory.
class EventSource {
 public:
  using Visit = std::function<void(EventNumber, const HeldEvent&)>;
  virtual ~EventSource() = default;
  /// Visits the events from `first` to `last`, both included, in order. What a visitor keeps of them it keeps as
  /// HeldEvent; it may read other events of the game meanwhile.
  virtual void forEach(EventNumber first, EventNumber last, const Visit& visit) const = 0;
};

/// Folds along a path from where `state` stands. A state that is not on the path is not brought to it: begin() is.
void foldAlong(State& state, const Rules& rules, const EventSource& events, const Path& path);

}  // namespace docket
