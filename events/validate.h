// Is an event well formed, given the record before it? Not whether it was legal: this knows no rules.
// Driven by the marks of the schema: cards and events that are referred to exist, seats are in the header, names are
// known, counts and texts are bounded, a payload is there.
// Invariant: what was validated can be folded, hashed and written as JSON without an error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/course.h"
#include "events/names.h"
#include "schemas/event.capnp.h"

namespace docket {

/// How many cards one event can bring in or shuffle, and how many elements a list of it can have.
inline constexpr std::uint32_t kMostCards = 10'000;
/// How many cards a game can have in all its decks and created. A judge may have to look at all of them for each event.
inline constexpr std::uint32_t kMostCardsOfAGame = 100'000;
/// How many bytes a text of an event or header can have, and how many a name.
inline constexpr std::size_t kMostTextBytes = 64U << 10;
inline constexpr std::size_t kMostNameBytes = 200;
/// How many seats a game can have: a mask of seats has eight bits.
inline constexpr std::uint32_t kMostSeats = 8;
/// How many events may have to be gone through again for a game's rewinds and corrections: so many, and some more for
/// each event that it has.
inline constexpr std::uint64_t kMostGoneThrough = std::uint64_t{24} << 20U;
inline constexpr std::uint64_t kMostGoneThroughEach = 64;
/// Header.recordFormat of the records that this program reads and writes.
inline constexpr std::uint16_t kRecordFormat = 2;
/// Header.viewer of a record that has only what was public.
inline constexpr std::uint8_t kSpectator = 255;

/// What an event or header is refused for.
struct Fault {
  std::string path;     ///< the field: "cardMoved.card", "context.identities[0].card"
  std::string message;  ///< what is wrong with it and what was expected
  /// Whether it is only wrong after what the record has so far: behind other events it could be right.
  bool of_record = false;
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
  /// How many were registered or created: shuffled ones have further numbers.
  [[nodiscard]] std::uint32_t registered() const { return registered_; }
  /// How many events there are: they are 1 .. events().
  [[nodiscard]] std::uint32_t events() const { return events_; }
  /// The group that the last event stands in; 0 none.
  [[nodiscard]] std::uint32_t lastGroup() const { return last_group_; }
  [[nodiscard]] const Names& names() const { return names_; }
  /// Whether the record is only what one seat, or a spectator, could see.
  [[nodiscard]] bool partial() const { return partial_; }
  /// About how many events have to be gone through again for the rewinds and corrections so far, and for the next
  /// event.
  [[nodiscard]] std::uint64_t goneThrough() const { return gone_through_; }
  [[nodiscard]] std::uint64_t goneThroughFor(schema::Event::Reader event) const;

 private:
  [[nodiscard]] std::uint64_t facts() const { return registered_ + facts_; }

  std::uint32_t seats_ = 0;
  std::uint32_t cards_ = 0;
  std::uint32_t events_ = 0;
  std::uint32_t last_group_ = 0;  // of the last event
  std::uint32_t registered_ = 0;  // or created: cards, not the numbers that a shuffle gives them
  bool partial_ = false;
  Course course_;
  std::uint64_t facts_ = 0;  // about what a state of the game holds beside its cards: uses, changes, values
  std::uint64_t gone_through_ = 0;
  Names names_;
};

/// The first thing that is wrong with event `number`, or nothing. `number` must be roster.events() + 1.
[[nodiscard]] std::optional<Fault> validate(schema::Event::Reader event, std::uint32_t number, const Roster& roster);

}  // namespace docket
