// The cards of which an event adds copies, as limits count them: cards that come into play, under a player's control or
// onto a host. The judge checks limits on copies with these; copies in a deck are counted in deck_copies.h. Internal to
// the engine.
#pragma once

#include <vector>

#include "engine/query/limits/limits.h"

namespace docket {

struct AddedCopy {
  UseQuestion question;  ///< UseQuestion::coming: the card itself is not counted yet
  /// The act as which it is judged: a change of control that another event begins counts as one.
  schema::Event::Which act;
};

/// The copies that an event adds; nearly always at most one.
using AddedCopies = std::vector<AddedCopy>;

/// True if a ruleset has a limit on such copies.
bool countsCopies(const Rules& rules);
/// True if the copies that an event adds are judged with it: those of simultaneous events when all have happened.
inline bool judgesCopiesNow(const Rules& rules, schema::Event::Reader event) {
  return countsCopies(rules) && event.getGroup() == 0;
}

/// True if an event creates the cards that it adds, so that the state before it does not have them.
bool addsNewCards(schema::Event::Reader event);

/// The copies that an event adds, counted in a state with those cards: the state before the event or, if it adds new
/// cards, the one after it.
AddedCopies addedCopies(const State& state, const Rules& rules, schema::Event::Reader event);

}  // namespace docket
