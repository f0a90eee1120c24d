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

#include "events/names.h"
#include "events/rewind_tree.h"
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

/// What a game's record has introduced so far and later events may refer to.
class RecordSoFar {
 public:
  explicit RecordSoFar(schema::Header::Reader header);

  /// Adds the next event, which must be valid.
  void add(schema::Event::Reader event);

  /// The number of seats, which are 1 .. seats().
  [[nodiscard]] std::uint32_t seats() const { return seats_; }
  /// The number of cards, which are 1 .. cards().
  [[nodiscard]] std::uint32_t cards() const { return cards_; }
  /// The number of cards that were registered or created; shuffled cards get further numbers.
  [[nodiscard]] std::uint32_t registered() const { return registered_; }
  /// The number of events, which are 1 .. events().
  [[nodiscard]] std::uint32_t events() const { return events_; }
  /// The group of the last event; 0: none.
  [[nodiscard]] std::uint32_t lastGroup() const { return last_group_; }
  /// Whether an event may turn the previous one into the first of a group, because that one can still be changed.
  [[nodiscard]] bool groupsMayBeginLate() const { return groups_may_begin_late_; }
  void letGroupsBeginLate() { groups_may_begin_late_ = true; }
  [[nodiscard]] const Names& names() const { return names_; }
  /// True if the record holds only what one seat, or a spectator, could see.
  [[nodiscard]] bool partial() const { return partial_; }
  /// The approximate number of events to refold for the rewinds and corrections so far, and for the next event.
  [[nodiscard]] std::uint64_t refolded() const { return refolded_; }
  [[nodiscard]] std::uint64_t refoldCost(schema::Event::Reader event) const;

 private:
  [[nodiscard]] std::uint64_t facts() const { return registered_ + facts_; }

  std::uint32_t seats_ = 0;
  std::uint32_t cards_ = 0;
  std::uint32_t events_ = 0;
  std::uint32_t last_group_ = 0;  // of the last event
  bool groups_may_begin_late_ = false;
  std::uint32_t registered_ = 0;  // registered or created cards, not the numbers that a shuffle assigns
  bool partial_ = false;
  RewindTree rewind_tree_;
  std::uint64_t facts_ =
      0;  // the approximate number of facts in the game's state other than cards: uses, changes, values
  std::uint64_t refolded_ = 0;
  Names names_;
};

/// The first fault of event `number`, or nothing. `number` must be record.events() + 1.
[[nodiscard]] std::optional<Fault> validate(schema::Event::Reader event, std::uint32_t number,
                                            const RecordSoFar& record);

}  // namespace docket
