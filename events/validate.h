// Checks that an event is well formed, given the record before it. Legality is not checked: this knows no rules. Driven
// by the schema's marks: referenced cards and events exist, seats are in the header, names are known, counts and texts
// are bounded, a payload is present.
// Invariant: a valid event can be folded, hashed and written as JSON without an error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/record_so_far.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The most cards that one event can introduce or shuffle, and the most elements of its lists.
inline constexpr std::uint32_t kMaxCards = 10'000;
/// The most cards of a game, in all its decks and created. The judge may have to look at all of them for each event.
inline constexpr std::uint32_t kMaxCardsOfAGame = 100'000;
/// The most bytes of a text in an event or header, and of a name.
inline constexpr std::size_t kMaxTextBytes = 64U << 10;
inline constexpr std::size_t kMaxNameBytes = 200;
/// The most seats of a game: a mask of seats has eight bits.
inline constexpr std::uint32_t kMaxSeats = 8;
/// The base limit on events that must be refolded for a game's rewinds and corrections; each event of the game adds
/// some.
inline constexpr std::uint64_t kMaxRefoldedEvents = std::uint64_t{24} << 20U;
inline constexpr std::uint64_t kRefoldedPerEvent = 64;
/// The Header.recordFormat that this program reads and writes.
inline constexpr std::uint16_t kRecordFormat = 2;
/// The Header.viewer of a record that has only public data.
inline constexpr std::uint8_t kSpectator = 255;

/// The reason why an event or header is refused.
struct Fault {
  std::string path;     ///< the field: "cardMoved.card", "context.identities[0].card"
  std::string message;  ///< the mistake, and what was expected
  /// True if the event is wrong only at this point of the record; after other events it could be valid.
  bool of_record = false;
};

/// The first fault of event `number`, or nothing. `number` must be record.events() + 1.
[[nodiscard]] std::optional<Fault> validate(schema::Event::Reader event, std::uint32_t number,
                                            const RecordSoFar& record);

}  // namespace docket
