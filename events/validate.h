// Is an event well formed, given the record before it? Not whether it was legal: this knows no rules.
// Driven by the marks of the schema: cards and events that are referred to exist, seats are in the header, names are
// known, counts and texts are bounded, a payload is there.
// Invariant: what was validated can be folded, hashed and written as JSON without an error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "events/names.h"
#include "schemas/event.capnp.h"

namespace docket {

/// How many cards one event can bring in or shuffle, and how many elements a list of it can have.
inline constexpr std::uint32_t kMostCards = 10'000;
/// How many bytes a text of an event or header can have, and how many a name.
inline constexpr std::size_t kMostTextBytes = 64U << 10;
inline constexpr std::size_t kMostNameBytes = 200;
/// How many seats a game can have: a mask of seats has eight bits.
inline constexpr std::uint32_t kMostSeats = 8;
/// Header.recordFormat of the records that this program reads and writes.
inline constexpr std::uint16_t kRecordFormat = 2;
/// Header.viewer of a record that has only what was public.
inline constexpr std::uint8_t kSpectator = 255;

/// Whether it is a day as headers have it, YYYY-MM-DD, so that comparing bytes compares days.
[[nodiscard]] bool isDate(std::string_view text);

/// What an event or header is refused for.
struct Fault {
  std::string path;     ///< the field: "cardMoved.card", "context.identities[0].card"
  std::string message;  ///< what is wrong with it and what was expected
};

/// What a game's record has introduced so far, of which later events may speak.
class Roster {
 public:
  explicit Roster(schema::Header::Reader header);

  /// Takes in the next event, a valid one.
  void add(schema::Event::Reader event);

  /// How many seats the game has: they are 1 .. seats().
  [[nodiscard]] std::uint32_t seats() const { return seats_; }
  /// How many cards there are: they are 1 .. cards().
  [[nodiscard]] std::uint32_t cards() const { return cards_; }
  /// How many events there are: they are 1 .. events().
  [[nodiscard]] std::uint32_t events() const { return events_; }
  /// The group that the last event stands in; 0 none.
  [[nodiscard]] std::uint32_t lastGroup() const { return last_group_; }
  [[nodiscard]] const Names& names() const { return names_; }
  /// Whether the record is only what one seat, or a spectator, could see.
  [[nodiscard]] bool partial() const { return partial_; }

 private:
  std::uint32_t seats_ = 0;
  std::uint32_t cards_ = 0;
  std::uint32_t events_ = 0;
  std::uint32_t last_group_ = 0;  // of the last event
  bool partial_ = false;
  Names names_;
};

/// The first thing that is wrong with event `number`, or nothing. `number` must be roster.events() + 1.
[[nodiscard]] std::optional<Fault> validate(schema::Event::Reader event, std::uint32_t number, const Roster& roster);
/// The first thing that is wrong with a header, or nothing.
[[nodiscard]] std::optional<Fault> validate(schema::Header::Reader header);

}  // namespace docket
