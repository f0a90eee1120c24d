// Folding along a path event by event: a record is read from its first event to its last, and of each event what is in
// effect goes into the state.
// Invariant: whoever folds along a path folds through here, so that all give the same table.
#pragma once

#include "engine/fold/history.h"

namespace docket {

class PathFold {
 public:
  /// From where `state` stands, which is on the path. All must outlive it.
  PathFold(State& state, const Rules& rules, const EventSource& events, const Path& path);
  PathFold(const PathFold&) = delete;
  PathFold& operator=(const PathFold&) = delete;

  /// Takes in the next recorded event, up to the last one of the path: as it was recorded, as it was corrected, or,
  /// where it was taken back, only the names and card numbers that it gave out. Throws DamagedArchive as reduce().
  void add(EventNumber number, schema::Event::Reader event, Step& step, const SeeAlong& see = nullptr);

 private:
  State& state_;
  Rules rules_;
  const EventSource& events_;
  const Path& path_;
  bool names_known_ = false;  // the state has all names
};

}  // namespace docket
