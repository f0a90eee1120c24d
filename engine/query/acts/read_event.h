// What an event is about, whatever its payload: the card, the player, the name and the other party that a rule of a
// document speaks of when it says `it`, `who`, "named" and `that`. One reading of the vocabulary, for triggers,
// requirements, permissions and wins.
#pragma once

#include <optional>
#include <string_view>

#include "engine/query/stats/amounts.h"
#include "engine/state/event_context.h"
#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// Reads an event against the state before it: the cards that it introduces are not there yet.
EventContext readEventContext(const State& before, const Rules& rules, schema::Event::Reader event);

/// How much a value is gained by, or lost where it is negative. Setting it is the smallest gain or loss that reaches
/// what it is set to (0 where it is that already), or, where the ruleset takes a set for a new base, neither. Nothing
/// where it is set and nobody knows what it was. Whoever goes by it notes RuleField::calculation_set.
std::optional<std::int64_t> gainOf(const State& before, const Rules& rules,
                                   schema::Event::ValueChanged::Reader changed);
/// The same: `key` is the value's (State::valueKey), `was` what it is before the event.
std::optional<std::int64_t> gainOf(const Ruleset& ruleset, schema::Event::ValueChanged::Reader changed,
                                   std::uint32_t key, const RecordedValue& was);

/// The events that an act names as its costs; none of what is no act.
capnp::List<EventNumber>::Reader costsOf(schema::Event::Reader event);

/// Whether an act is of its player himself, as far as the record says who did it.
inline bool isOwnAct(Seat actor, Seat player) { return actor == 0 || actor == player; }

/// Whether a name of a document means this event: `named` is empty or one of the event's two names.
bool isNamed(const State& state, const EventContext& happening, std::string_view named);

/// Whether an event is of the kind that a document speaks of: that payload, with that name.
inline bool isKind(const State& state, const EventContext& happening, const EventKind& kind) {
  return (kind.enters ? happening.enters : !kind.which || *kind.which == happening.which) &&
         (kind.named.empty() || isNamed(state, happening, kind.named));
}

}  // namespace docket
