// The cards that an event makes copies of, in the sense of limits: that come into play, under a player's control or
// onto a host. What the judge asks of limits on copies; those in a deck are counted in deck_copies.h. Internal to the
// engine.
#pragma once

#include <boost/container/small_vector.hpp>

#include "engine/query/limits/limits.h"

namespace docket {

struct AddedCopy {
  UseQuestion question;      ///< UseQuestion::coming: the card itself is not counted
  schema::Event::Which act;  ///< as what it is judged: a change of control that begins with another event as one
};

/// Those of an event; nearly always one at most.
using AddedCopies = boost::container::small_vector<AddedCopy, 2>;

/// Whether a ruleset has a limit on such copies at all.
bool countsCopies(const Rules& rules);

/// Whether the state before an event does not have the cards that it adds: it creates them.
bool addsNewCards(schema::Event::Reader event);

/// The copies that an event adds, counted in a state that has them: the one before the event, or after one that adds
/// new cards.
AddedCopies addedCopies(const State& state, const Rules& rules, schema::Event::Reader event);
/// The same, into a list that has none yet.
void addCopies(const State& state, const Rules& rules, schema::Event::Reader event, AddedCopies& into);

}  // namespace docket
