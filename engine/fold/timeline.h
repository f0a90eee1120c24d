// The track of a game in which a judge goes back: what is in effect after its last event, and states along it from
// which another way can be gone on, so that a rewind or a correction costs the way back and not the whole game.
// Invariant: the marks are states on the way to the last event, as foldAlong() would give them.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "engine/fold/history.h"
#include "engine/rules/event_meaning.h"

namespace docket {

class Timeline {
 public:
  /// Takes note of the game's next event, whatever it is.
  void note(EventNumber number, schema::Event::Reader event);
  /// Folds anew what the last event, which goes back, makes otherwise: `state` is that before it, and becomes that
  /// after it. `events` has every event up to it. Throws DamagedArchive as reduce().
  void retrace(State& state, schema::Header::Reader header, const Rules& rules, const EventSource& events);

 private:
  struct Mark {
    EventNumber number;
    State state;
  };
  void rewind(EventNumber number, EventNumber to);
  void correct(EventNumber number, schema::Event::Reader event);
  void putInEffect(const Correction& correction);
  /// Forgets the marks from an event on.
  void forgetFrom(EventNumber number);
  void mark(const State& state);
  void fold(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Step& step) const;

  Course course_;
  std::vector<Correction> corrections_;                       // all, in the order of the record
  std::map<EventNumber, HeldEvent> by_;                       // the events that correct
  std::vector<Correction> in_effect_;                         // in the order of the record
  std::map<EventNumber, std::vector<EventNumber>> on_event_;  // those in effect, by the event, the latest last
  std::uint64_t numbers_ = 1;                                 // card numbers that were given out, and 0
  std::map<EventNumber, std::uint64_t> numbers_before_;       // by rewind
  std::vector<Mark> marks_;                                   // in the order of the record
  bool same_ = false;                                         // the last event changes nothing of what came before it
};

}  // namespace docket
