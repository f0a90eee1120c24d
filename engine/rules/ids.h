// The small numbers that identify things in the engine. Each is an index into a table of the state, the ruleset or the
// record. Invariant: none of them depends on an address, a hash or the order of allocation.
#pragma once

#include <bit>
#include <cstdint>

#include "events/entity.h"

namespace docket {

using EventNumber = std::uint32_t;  ///< an event of the game, from 1; 0 is "none" or "before the first"
using CardIndex = std::uint32_t;    ///< a card of the state, from 0, in the order in which they were introduced
using EntryIndex = std::uint32_t;   ///< an entry of the ledger's pool
using UseIndex = std::uint32_t;     ///< a use record
using Seat = std::uint8_t;          ///< a player, from 1; 0: none
using Seats = std::uint8_t;         ///< a set of players: bit n-1 is seat n
using NameNumber = std::uint16_t;   ///< a name of the game's table, from 1; 0 is empty

// Indices into the ruleset; kUnbound if it has nothing of that name.
using ZoneIndex = std::uint8_t;
using StatIndex = std::uint8_t;
using ValueIndex = std::uint8_t;
using PeriodIndex = std::uint8_t;
using LimitIndex = std::uint8_t;
using TypeIndex = std::uint8_t;

inline constexpr std::uint32_t kNone = 0xFFFFFFFFU;  ///< no card, no entry, no use
inline constexpr std::uint8_t kUnbound = 0xFF;       ///< a name that is not in the ruleset's vocabulary

/// A subject of an event: the kind in the top four bits, a number below (schemas/event.capnp, "Entity").
using Entity = std::uint32_t;

constexpr EntityKind kindOf(Entity subject) { return static_cast<EntityKind>(entityKindBits(subject)); }
constexpr std::uint32_t numberOf(Entity subject) { return entityNumber(subject); }
constexpr Entity entityOf(EntityKind kind, std::uint32_t number) { return entity(kind, number); }

/// The set of one player; the empty set of a seat that no game has.
constexpr Seats seatSet(Seat seat) { return seat == 0 || seat > 8 ? Seats{0} : static_cast<Seats>(1U << (seat - 1U)); }
constexpr Seats withSeat(Seats seats, Seat seat) { return static_cast<Seats>(seats | seatSet(seat)); }
constexpr bool hasSeat(Seats seats, Seat seat) { return (seats & seatSet(seat)) != 0; }
/// The player of a set who has the lowest seat; 0 if it is empty.
constexpr Seat firstSeat(Seats seats) { return seats == 0 ? Seat{0} : static_cast<Seat>(std::countr_zero(seats) + 1); }
/// The others of it.
constexpr Seats otherSeats(Seats seats) { return static_cast<Seats>(seats & (seats - 1U)); }
/// The only player of a set; 0 if it has none or several.
constexpr Seat onlySeat(Seats seats) { return otherSeats(seats) == 0 ? firstSeat(seats) : Seat{0}; }

}  // namespace docket
