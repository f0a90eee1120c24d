// What an event is about, whatever its payload: the card, the player, the name and the other party that a rule of a
// document speaks of when it says `it`, `who`, "named" and `that`. One reading of the vocabulary, for triggers,
// requirements, permissions and wins.
#pragma once

#include <string_view>
#include <vector>

#include "engine/occurrence.h"
#include "engine/state.h"
#include "schemas/event.capnp.h"
#include "schemas/marks.capnp.h"

namespace docket {

/// Reads an event against the state before it: the cards that it introduces are not there yet.
Happening readHappening(const State& before, const Rules& rules, schema::Event::Reader event);

/// How much a value is gained by, or lost where it is negative. Setting it is the smallest gain or loss that reaches
/// what it is set to (0 where it is that already), or, where the ruleset takes a set for a new base, neither.
std::int64_t gainOf(const State& before, const Rules& rules, schema::Event::ValueChanged::Reader changed);

/// What readHappening can tell of an event of some payload, so that a document that asks for more is known never to
/// hold. Who acted is told of each.
struct EventMeaning {
  bool of_game = true;  ///< an act or a fact of the game; not of its recorder or a judge
  bool it = false;
  bool it_after = false;  ///< `it` is there only after the event: the card that it brings
  bool subject = false;   ///< something that is no card can be meant: a player, a place
  bool that = false;
  bool amount = false;
  bool use = false;                     ///< an ability or a trait is used, which has keywords
  std::vector<schema::NameKind> names;  ///< what "named" can be
};
EventMeaning meaningOf(schema::Event::Which which);

/// Whether a name of a document means this event: `named` is empty or one of the event's two names.
bool isNamed(const State& state, const Happening& happening, std::string_view named);

/// Whether an event is of the kind that a document speaks of: that payload, with that name.
bool isKind(const State& state, const Happening& happening, const EventKind& kind);

}  // namespace docket
