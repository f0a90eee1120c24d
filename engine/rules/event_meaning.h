// What an event of each payload can provide in any state. With it, a rule that asks for something the event never has
// is reported as one that can never apply.
#pragma once

#include <capnp/list.h>

#include <string>
#include <vector>

#include "engine/rules/matters.h"
#include "schemas/event.capnp.h"
#include "schemas/marks.capnp.h"

namespace docket {

/// What readEventContext() can provide for events of a payload. Every event has an actor.
struct EventMeaning {
  bool it = false;
  bool it_after = false;  ///< `it` exists only after the event: the card that it brings
  bool subject = false;   ///< it can be about something other than a card: a player, a place
  bool that = false;
  bool amount = false;
  bool use = false;                     ///< an ability or a trait is used, which has keywords
  std::vector<schema::NameKind> names;  ///< the possible kinds of "named"
};
EventMeaning meaningOf(schema::Event::Which which);

/// The class of the events of a payload.
struct EventClass {
  bool of_game = false;           ///< an act or a fact of the game, rather than a statement of its recorder or a judge
  bool changes_readings = false;  ///< it can change a reading; observations, rulings and other remarks cannot
  bool done_by_people = false;    ///< an act of people, which ends when the game is over
};
EventClass classOf(schema::Event::Which which);

/// The events that a document names by their payloads. Throws BadValue for an unknown payload.
[[nodiscard]] PayloadSet payloadsOf(capnp::List<capnp::Text>::Reader names);
[[nodiscard]] std::vector<std::string> namesOfPayloads(PayloadSet acts);

}  // namespace docket
