// What an event of each payload can tell, whatever state it meets: so that a rule of a document that asks an event for
// what it never has is known never to hold.
#pragma once

#include <capnp/list.h>

#include <string>
#include <vector>

#include "engine/rules/matters.h"
#include "schemas/event.capnp.h"
#include "schemas/marks.capnp.h"

namespace docket {

/// What readEventContext can tell of an event of some payload, so that a document that asks for more is known never to
/// hold. Who acted is noted for each.
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

/// Whether an event is an act or a fact of the game, and not what its recorder or a judge says of it.
bool isOfGame(schema::Event::Which which);

/// The events that a document names by their payloads, and their names. Throws BadValue for a payload that there is
/// not.
[[nodiscard]] ActSet actsOf(capnp::List<capnp::Text>::Reader names);
[[nodiscard]] std::vector<std::string> namesOf(ActSet acts);

/// Whether an event goes back: what comes before it is not what it was.
inline bool goesBack(schema::Event::Reader event) { return event.isRewound() || event.isCorrected(); }

}  // namespace docket
