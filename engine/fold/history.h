// The history layer: turns the recorded sequence of events into the effective one. A judge's rewind returns to an
// earlier event, a correction replaces an event; the record keeps both, the reducer sees only effective events.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "engine/fold/reduce.h"
#include "engine/rules/ids.h"
#include "events/held_event.h"
#include "events/rewind_tree.h"

namespace docket {

/// An event that was recorded wrongly, and the event that corrects it.
struct Correction {
  EventNumber event, by;
  friend bool operator==(const Correction&, const Correction&) = default;
};

/// The effective events up to the table after an event.
struct Path {
  std::vector<EventRange> stretches;  ///< in order; the last one ends with that event
  /// The first free card number before each stretch; 0 or left out: no rewind precedes.
  std::vector<std::uint64_t> free_numbers;
  std::vector<Correction> corrections;  ///< in order of the corrected event; the latest correction of each
  EventNumber known_to = 0;  ///< the event after which the path is viewed: only corrections up to there count

  /// This path up to one of its events: to the table at that point, as it is known now.
  [[nodiscard]] Path upTo(EventNumber event) const;

  /// True if an event is effective, as recorded or as corrected.
  [[nodiscard]] bool covers(EventNumber event) const { return docket::covers(stretches, event); }
  /// The correction of an event that is effective, or null.
  [[nodiscard]] const Correction* correctionOf(EventNumber event) const;
};

/// The first event that only one of two paths has, or that they correct differently.
[[nodiscard]] EventNumber firstDifference(const Path& one, const Path& other);

class History {
 public:
  /// Adds the game's next event. Throws DamagedArchive if it rewinds to or corrects a later one.
  void add(EventNumber number, schema::Event::Reader event);
  /// The path to the table after event `at`, as it was known then: later corrections do not count.
  [[nodiscard]] Path pathTo(EventNumber at) const;

 private:
  RewindTree rewind_tree_;
  std::vector<Correction> corrections_;                              // in recorded order
  std::uint64_t free_number_ = 1;                                    // the first free card number
  std::vector<std::pair<EventNumber, std::uint64_t>> free_numbers_;  // before each rewind
};

/// A source of recorded events: an archive's game, or a recording in memory.
class EventSource {
 public:
  using Visit = std::function<void(EventNumber, const HeldEvent&)>;
  virtual ~EventSource() = default;
  /// Visits the events from `first` to `last`, inclusive, in order. A visitor that keeps an event keeps it as
  /// HeldEvent; it may read other events of the game meanwhile.
  virtual void forEach(EventNumber first, EventNumber last, const Visit& visit) const = 0;
};

/// Called for each event that happened along a path, before it is folded: as recorded or, if event `by` corrects it, as
/// corrected. `by` is 0 for an event that was not corrected.
using VisitAlong =
    std::function<void(const State& before, EventNumber number, schema::Event::Reader event, EventNumber by)>;

/// The events along a path whose names a state has.
enum class NamesKnown : std::uint8_t { so_far, all };

/// Teaches `state`, which is on a path, the names of all later events up to the point from which the path is viewed.
void learnNamesAlong(State& state, const Rules& rules, const EventSource& events, const Path& path);

/// Folds a recorded event along a path: as recorded, as corrected or, if it was taken back, only the names and card
/// numbers that it introduced. Throws DamagedArchive like reduce().
void foldNext(State& state, const Rules& rules, const EventSource& events, const Path& path, NamesKnown names,
              EventNumber number, schema::Event::Reader event, Step& step, const VisitAlong& visit = nullptr);

/// Folds along a path from the event of `state`, which must be on the path; otherwise start from initialState().
void foldAlong(State& state, const Rules& rules, const EventSource& events, const Path& path,
               const VisitAlong& visit = nullptr, NamesKnown names = NamesKnown::so_far);

}  // namespace docket
