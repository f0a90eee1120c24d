// What an event does to what must happen because a text says so. A triggered trait answers each occurrence of its
// trigger, the effects of an act follow from its text, and a ruleset can want an act to be followed by another: each is
// an obligation (state.h), open until an event discharges it, a judge waives it, it turns out to be impossible, or the
// first event of a kind that the ruleset sets as the deadline finds it missed. Invariant: an event's duties are a pure
// function of the state before it; the judge reports them, the reducer takes them up, so both see the same.
#pragma once

#include <boost/container/small_vector.hpp>
#include <vector>

#include "engine/query/acts/event_at_hand.h"
#include "engine/query/acts/finding.h"

namespace docket {

/// What an event does to what must happen.
struct ObligationChanges {
  struct Settled {
    std::size_t place;  ///< in State::obligations
    Obligation after;
  };
  std::vector<Settled> settled;
  std::vector<Obligation> opened;
  std::vector<Finding> findings;    ///< what is missed by it, done twice, done otherwise
  std::vector<EventNumber> paid;    ///< the events that its costs use up
  std::vector<Obligation> as_left;  ///< all that there were before, as it leaves them

  void clear() {
    settled.clear();
    opened.clear();
    findings.clear();
    paid.clear();
    as_left.clear();
  }
};

/// Whether an event can have any: where no card of the game has such a text none has, and looking is all it costs.
inline bool mayChangeObligations(const State& state, const Rules& rules, schema::Event::Reader event) {
  const bool is_followed = (rules.ruleset.followed >> static_cast<unsigned>(event.which()) & 1U) != 0;
  return is_followed || !state.obligations.empty() || rules.listensTo(event.which());
}

/// They, read once for the judge and the fold. The state before the event has what the event says of names and cards.
/// Valid as long as the event is at hand.
const ObligationChanges& obligationChangesOf(const EventAtHand& at);

/// Traits that an event triggers: mostly few, for which no memory is asked.
using Triggered = boost::container::small_vector<Obligation, 4>;

/// Adds to what has to happen the traits that an event triggers: those with "Before" in their trigger are asked before
/// it, others when the state that the event was at hand with has become the one after it.
void addTriggered(const EventAtHand& at, bool before, Triggered& triggered);

}  // namespace docket
