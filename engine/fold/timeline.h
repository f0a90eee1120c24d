// The timeline of a game in which a judge goes back: the events effective after its last event, and states along them
// from which folding can resume, so that a rewind or a correction costs only the distance back rather than the whole
// game.
// Invariant: the marks are states on the path to the last event, as foldAlong() would give them.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "engine/fold/history.h"
#include "engine/rules/event_meaning.h"

namespace docket {

class Timeline {
 public:
  /// Adds the game's next event of any kind.
  void note(EventNumber number, schema::Event::Reader event);
  /// Refolds after the last event, which goes back: `state` is the state before it, and becomes the state after it.
  /// `events` provides every event up to it. Throws DamagedArchive like reduce().
  void retrace(State& state, schema::Header::Reader header, const Rules& rules, const EventSource& events);

 private:
  struct Mark {
    EventNumber number;
    State state;
  };
  void rewind(EventNumber number, EventNumber to);
  void correct(EventNumber number, schema::Event::Reader event);
  void putInEffect(const Correction& correction);
  /// Drops the marks from an event on.
  void forgetFrom(EventNumber number);
  void mark(const State& state);
  void fold(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Step& step) const;

  Course course_;
  std::vector<Correction> corrections_;                       // all of them, in recorded order
  std::map<EventNumber, HeldEvent> by_;                       // the correcting events
  std::vector<Correction> in_effect_;                         // in recorded order
  std::map<EventNumber, std::vector<EventNumber>> on_event_;  // the effective ones by event, latest last
  std::uint64_t numbers_ = 1;                                 // the first free card number
  std::map<EventNumber, std::uint64_t> numbers_before_;       // keyed by rewind
  std::vector<Mark> marks_;                                   // in recorded order
  bool same_ = false;                                         // true if the last event changes nothing before it
};

}  // namespace docket
