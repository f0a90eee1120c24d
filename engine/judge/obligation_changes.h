// How an event changes the obligations. A triggered trait answers each occurrence of its trigger, the effects of an act
// follow from its text, and a ruleset can require an act to be followed by another: each is an obligation (state.h). It
// is open until an event discharges it, a judge waives it, it becomes impossible, or it is missed at its deadline: the
// first event of a kind that the ruleset names.
// Invariant: the changes are a pure function of the state before the event; the judge reports them and the reducer
// applies them, so both agree.
#pragma once

#include <boost/container/small_vector.hpp>
#include <vector>

#include "engine/query/acts/finding.h"
#include "engine/query/acts/pending_event.h"
#include "engine/rules/payload_set.h"

namespace docket {

/// The changes of an event to the obligations.
struct ObligationChanges {
  struct Settled {
    std::size_t place;  ///< the index in State::obligations
    Obligation after;
  };
  std::vector<Settled> settled;
  std::vector<Obligation> opened;
  std::vector<Finding> findings;              ///< obligations that it misses, does twice or does differently
  std::vector<EventNumber> paid;              ///< the events that its costs use up
  std::vector<Obligation> obligations_after;  ///< all earlier obligations, with the event's changes

  void clear() {
    settled.clear();
    opened.clear();
    findings.clear();
    paid.clear();
    obligations_after.clear();
  }
};

/// True if an event can change any. A fast check: false if no card of the game has such a text.
inline bool mayChangeObligations(const State& state, const Rules& rules, schema::Event::Reader event) {
  const bool is_followed = hasPayload(rules.ruleset.followed, event.which());
  return is_followed || !state.obligations.empty() || rules.hasReactionTo(event.which());
}

/// The event's changes, computed once for the judge and the fold. The state before the event must have the names and
/// card identities that the event gives. Valid as long as `pending` is.
const ObligationChanges& obligationChangesOf(const PendingEvent& pending);

/// Traits that an event triggers; holds the usual few without allocating.
using Triggered = boost::container::small_vector<Obligation, 4>;

/// Appends the traits with "Before" in their trigger that an event triggers. Call it before the event is folded.
void addTriggeredBefore(const PendingEvent& pending, Triggered& triggered);

// Call the others once the event is folded. `after`: the state after it; the event's context must have been read
// before.

/// Appends the traits without "Before" that an event triggers.
void addTriggeredAfter(const PendingEvent& pending, const State& after, Triggered& triggered);
/// Simultaneous events are answered from the table after all of them: appends the traits of the event's card that only
/// now answer earlier events of its group.
void addTriggeredByGroup(const PendingEvent& pending, const State& after, Triggered& triggered);
/// True if the event's card owed an answer to an earlier event of its group, but is no longer where that trait
/// triggers.
[[nodiscard]] bool isNoLongerTriggered(const PendingEvent& pending, const State& after, const Obligation& owed);
/// The event's context with the card that it created. Unlike PendingEvent::contextIn(), it leaves `subject` as it was
/// before the event: remembered events are stored with this context, and fingerprints hash their subject.
[[nodiscard]] EventContext contextAfter(const PendingEvent& pending, const State& after);

}  // namespace docket
