// Reads the event context of an event of any payload: the card, the player, the other card and the name that a rule of
// a document refers to as `it`, `who`, `that` and "named". Triggers, requirements, permissions and wins share it.
#pragma once

#include <optional>
#include <string_view>

#include "engine/query/stats/amounts.h"
#include "engine/query/tri_state.h"
#include "engine/state/event_context.h"
#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// Reads an event against the state before it, which does not have the cards that it introduces.
EventContext readEventContext(const State& before, const Rules& rules, schema::Event::Reader event);

/// The amount by which a value is gained, or lost if negative. Setting a value counts as the smallest gain or loss that
/// reaches the new amount (0 if it already has it), or as neither if the ruleset treats a set as a new base. Empty if
/// the value is set and its amount before is unknown. Callers that use the result note RuleField::calculation_set.
std::optional<std::int64_t> gainOf(const State& before, const Rules& rules,
                                   schema::Event::ValueChanged::Reader changed);
/// gainOf() without a state: `key` is the value's key (State::valueKey), `former` its amount before the event.
std::optional<std::int64_t> gainOf(const Ruleset& ruleset, schema::Event::ValueChanged::Reader changed,
                                   std::uint32_t key, const RecordedValue& former);

/// The activation that an event resolves or negates: the one that it names, or the latest one. Only for such events.
EventNumber activationOf(const State& before, schema::Event::Reader event);

/// The events that an act names as its costs; empty for an event that is not an act.
capnp::List<EventNumber>::Reader costsOf(schema::Event::Reader event);

/// True if the player of an act did it personally, as far as the record says who did it.
inline bool isOwnAct(Seat actor, Seat player) { return actor == 0 || actor == player; }

/// Whether a name in a document matches this event: `named` is empty, one of the event's two names, or its statement
/// about cards. Undecided if the record leaves out the statement.
TriState isNamed(const State& state, const EventContext& context, std::string_view named);

/// Whether an event has the payload and the name of a kind in a document.
inline TriState isKind(const State& state, const EventContext& context, const EventKind& kind) {
  if (!(kind.enters ? context.enters : !kind.which || *kind.which == context.which)) return TriState::no;
  return kind.named.empty() ? TriState::yes : isNamed(state, context, kind.named);
}

}  // namespace docket
