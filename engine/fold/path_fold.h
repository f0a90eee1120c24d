// Folds a record event by event along a path: it reads the record from the first event to the last, and folds only what
// is effective.
// Invariant: all folding along paths uses this, so that all of it gives the same state.
#pragma once

#include "engine/fold/history.h"

namespace docket {

class PathFold {
 public:
  /// Starts at the event of `state`, which must be on the path. All arguments must outlive this.
  PathFold(State& state, const Rules& rules, const EventSource& events, const Path& path);
  PathFold(const PathFold&) = delete;
  PathFold& operator=(const PathFold&) = delete;

  /// Adds the next recorded event, up to the last one of the path: as recorded, as corrected or, if it was taken back,
  /// only the names and card numbers that it introduced. Throws DamagedArchive like reduce().
  void add(EventNumber number, schema::Event::Reader event, Step& step, const SeeAlong& see = nullptr);

 private:
  State& state_;
  Rules rules_;
  const EventSource& events_;
  const Path& path_;
  bool names_known_ = false;  // true if the state has all names
};

}  // namespace docket
