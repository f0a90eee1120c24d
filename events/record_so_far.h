// What the events of a record have introduced so far, for the check of the next one (validate.h).
// Invariant: it depends on the header and the events alone.
#pragma once

#include <cstdint>

#include "events/names.h"
#include "events/rewind_tree.h"
#include "schemas/event.capnp.h"

namespace docket {

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
  /// True if an event may turn the previous one into the first of a group, because that one can still be changed.
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
  /// The approximate number of facts in the game's state other than cards: uses, changes, values.
  std::uint64_t facts_ = 0;
  std::uint64_t refolded_ = 0;
  Names names_;
};

}  // namespace docket
