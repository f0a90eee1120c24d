// The history layer: turns the sequence that was recorded into the one that is in effect. A judge's rewind moves back
// to an earlier event, a correction puts something else in the place of an event; the record keeps both, the reducer
// sees only what is in effect.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "engine/fold/reduce.h"
#include "engine/rules/ids.h"
#include "events/course.h"
#include "events/held_event.h"

namespace docket {

/// An event whose record was wrong, and the event that corrects it.
struct Correction {
  EventNumber event, by;
  friend bool operator==(const Correction&, const Correction&) = default;
};

/// The way to the table as it stood after an event.
struct Path {
  std::vector<Stretch> stretches;       ///< in order; the last one ends with that event
  std::vector<Correction> corrections;  ///< in order of the corrected event, the latest correction of each
  EventNumber known_to = 0;             ///< the event after which it is looked at: corrections up to there count

  /// The same way as far as one of the events on it: to the table as it is known now to have stood then.
  [[nodiscard]] Path upTo(EventNumber event) const;

  /// Whether an event is in effect, as it was recorded or as it was corrected.
  [[nodiscard]] bool covers(EventNumber event) const { return docket::covers(stretches, event); }
  /// The correction of an event that is in effect, or null.
  [[nodiscard]] const Correction* correctionOf(EventNumber event) const;
};

class History {
 public:
  /// Takes note of the game's next event. Throws DamagedArchive where it rewinds to or corrects a later one.
  void add(EventNumber number, schema::Event::Reader event);
  /// Whether every recorded event is in effect as it was recorded.
  [[nodiscard]] bool linear() const { return course_.straight() && corrections_.empty(); }
  /// The way to the table as it stood after event `at`, as it was known then: corrections that came later do not count.
  [[nodiscard]] Path pathTo(EventNumber at) const;

 private:
  Course course_;
  std::vector<Correction> corrections_;  // in the order of the record
};

/// The way to the table as it stood after event `at` of a game in which no event up to there goes back.
[[nodiscard]] Path straightTo(EventNumber at);

/// Where recorded events come from: an archive's game, a recording in memory.
class EventSource {
 public:
  using Visit = std::function<void(EventNumber, const HeldEvent&)>;
  virtual ~EventSource() = default;
  /// Visits the events from `first` to `last`, both included, in order. What a visitor keeps of them it keeps as
  /// HeldEvent; it may read other events of the game meanwhile.
  virtual void forEach(EventNumber first, EventNumber last, const Visit& visit) const = 0;
};

/// Folds an event that was corrected: what really happened, as the event that corrects it says, or nothing. The names
/// and the card numbers that the event gave out stay given out. `names_known`: the state has its names already.
void foldCorrected(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event,
                   schema::Event::Reader by, Step& step, bool names_known = false);

/// Who is shown each event that happened along a path, before it is folded: as it was recorded or, where event `by`
/// corrects it, what happened in its place. `by` is 0 for one that was not corrected.
using SeeAlong =
    std::function<void(const State& before, EventNumber number, schema::Event::Reader event, EventNumber by)>;

/// Folds along a path from where `state` stands. A state that is not on the path is not brought to it: begin() is.
void foldAlong(State& state, const Rules& rules, const EventSource& events, const Path& path,
               const SeeAlong& see = nullptr);

}  // namespace docket
