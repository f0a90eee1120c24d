// The small numbers that identify things in the engine. Each is an index into a table of the state, the ruleset or the
// record.
// Invariant: none of them depends on an address, a hash or the order of allocation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "events/entity.h"
#include "events/seats.h"

namespace docket {

using EventNumber = std::uint32_t;  ///< an event of the game, from 1; 0 is "none" or "before the first"
using CardIndex = std::uint32_t;    ///< a card of the state, from 0, in the order in which they were introduced
using EntryIndex = std::uint32_t;   ///< an entry of the ledger's pool
using UseIndex = std::uint32_t;     ///< a use record
using NameNumber = std::uint16_t;   ///< a name of the game's table, from 1; 0 is empty

/// Indices into the ruleset; kUnbound if it has nothing of that name.
using ZoneIndex = std::uint8_t;
using StatIndex = std::uint8_t;
using ValueIndex = std::uint8_t;
using PeriodIndex = std::uint8_t;
using LimitIndex = std::uint8_t;
using TypeIndex = std::uint8_t;

inline constexpr std::uint32_t kNone = 0xFFFFFFFFU;  ///< no card, no entry, no use
inline constexpr std::uint8_t kUnbound = 0xFF;       ///< a name that is not in the ruleset's vocabulary

inline constexpr std::size_t kMaxPeriods = 16;
/// The maximum number of items in any other list of a ruleset. Sets of zones, stats, types and limits are 64 bits.
inline constexpr std::size_t kMaxListed = 64;

/// A subject of an event: the kind in the top four bits, a number below (schemas/event.capnp, "Entity").
using Entity = std::uint32_t;

constexpr EntityKind kindOf(Entity subject) { return static_cast<EntityKind>(entityKindBits(subject)); }
constexpr std::uint32_t numberOf(Entity subject) { return entityNumber(subject); }
constexpr Entity entityOf(EntityKind kind, std::uint32_t number) { return entity(kind, number); }

}  // namespace docket
