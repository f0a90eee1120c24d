// Folds the counts of events that the ruleset declares (Tally; PlayState::tallies), and the card that has just moved.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "engine/fold/fold.h"
#include "engine/query/acts/pending_event.h"

namespace docket {

/// A tally that counts an event; `certain` is false if something unknown decides whether it does.
struct Tallied {
  std::uint16_t tally = 0;
  bool certain = true;
};
using TalliedEvent = boost::container::small_vector<Tallied, 4>;

/// The tallies that count an event, by the state before it.
[[nodiscard]] TalliedEvent talliesOf(const PendingEvent& pending);
/// Counts the event, once it is folded: a card counts in its new place.
void countEvent(Fold& fold, const EventContext& context, const TalliedEvent& tallied);
/// Drops the counts within a period.
void forgetTallies(Fold& fold, PeriodIndex period);

/// Stores the zone that a card leaves, until something else happens. `context`: of the event, by the state before it.
void keepMove(Fold& fold, schema::Event::Reader event, const EventContext& context);

}  // namespace docket
