// What players were told of cards ("it is red"), kept apart from what the cards are: it can be false, and it can be
// told of cards that nobody knows. It is remembered until the card is shuffled away.
#pragma once

#include <string_view>

#include "engine/fold.h"
#include "engine/requirements.h"

namespace docket {

/// Whether a player, or with seat 0 anybody, was told something of a card.
struct TellingOf {
  Met told = Met::no;     ///< undecided: something was told of it, and the record does not say what
  EventNumber event = 0;  ///< by which it was, or may have been, told last
};
TellingOf readTold(const State& state, Seat seat, CardIndex card, std::string_view words);

/// Whether it was told of that card.
bool isAbout(const Said& said, CardIndex card);

/// Whether a player heard it: he was told, or he told it. Seat 0: anybody.
bool heard(const Said& said, Seat seat);

/// What Said::hash is of these words.
std::uint64_t hashOfSaid(std::string_view words);

/// Remembers what an event tells of cards.
void keepSaid(Fold& fold, schema::Event::Reader event);

/// Forgets what was told of a card that nobody can tell from others any more.
void forgetSaid(Fold& fold, CardIndex card);

}  // namespace docket
