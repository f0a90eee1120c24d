// The reducer: folds an event into a state. Total over well-formed events, the illegal ones too, because the table did
// play on; only where the ruleset says that an illegal act is void does nothing happen.
#pragma once

#include "engine/query/acts/event_at_hand.h"
#include "engine/rules/catalogue.h"
#include "engine/state/fold_step.h"
#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The version of the engine's semantics, which a game's header names. From the first release on a change of meaning is
/// a new number beside the old one, which stays runnable. Versions 1 and 2 came before it and are gone: games of them
/// are read as version 3, and what was computed and kept under them (keyframes, running digests) is compared with
/// nothing.
inline constexpr std::uint32_t kSemantics = 3;

/// The state before the first event: players, their starting values.
State begin(schema::Header::Reader header, const Rules& rules);

/// Folds event `number` into `state`; `step` is cleared and then says what it changed. The number is greater than that
/// of the event folded before. Throws DamagedArchive where the event is not well-formed (events/validate.h refuses such
/// an event before it is stored).
/// `names_known`: the state has the event's names already (learn).
void reduce(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Step& step,
            bool names_known = false);

/// The same of an event that was judged with this very state, which has its names: what was read of it for the judge is
/// not read again.
void reduce(State& state, const EventAtHand& judged, Step& step);

/// What an event says of names and of cards, learned before anything of it happens: it is judged knowing that.
/// `names_known`: the state has its names already.
void learn(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, bool names_known);

/// An event with the state before it, and with this reducer.
[[nodiscard]] EventAtHand atHand(const State& before, const Rules& rules, EventNumber number,
                                 schema::Event::Reader event);

/// The same of a state that has its names. `around`: what stands around it; `room`: as EventAtHand has it.
[[nodiscard]] EventAtHand atHandKnowing(const State& before, const Rules& rules, EventNumber number,
                                        schema::Event::Reader event, const Surroundings& around,
                                        EventRoom* room = nullptr);

/// Of an event that is not in effect, because it was taken back or corrected: the names that it brought, and the card
/// numbers that it gave out. Nothing of it happened, but later events are written with these in mind.
void keepNames(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event);
void keepNumbers(State& state, schema::Event::Reader event);
/// The first card number that no card has after the event, where it gives out any; else 0.
[[nodiscard]] std::uint64_t numbersAfter(schema::Event::Reader event);

}  // namespace docket
