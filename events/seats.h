// Players and sets of players.
#pragma once

#include <bit>
#include <cstdint>

namespace docket {

using Seat = std::uint8_t;   ///< a player, from 1; 0: none
using Seats = std::uint8_t;  ///< a set of players: bit n-1 is seat n

inline constexpr Seats kEveryone = 255;

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
