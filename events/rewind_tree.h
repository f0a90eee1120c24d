// Determines which recorded events are effective. A judge's rewind makes a record a tree: later events continue from an
// earlier event, and the events between are taken back.
// Invariant: the stretches do not overlap, are in recorded order, and end with the last event.
#pragma once

#include <cstdint>
#include <vector>

#include "schemas/event.capnp.h"

namespace docket {

/// True if an event changes the past: a rewind or a correction.
inline bool goesBack(schema::Event::Reader event) { return event.isRewound() || event.isCorrected(); }

/// A run of effective events, both ends inclusive.
struct EventRange {
  std::uint32_t first, last;
  friend bool operator==(const EventRange&, const EventRange&) = default;
};

/// True if one of the stretches, which must be in order, contains the event.
[[nodiscard]] bool covers(const std::vector<EventRange>& stretches, std::uint32_t event);

class RewindTree {
 public:
  /// Adds the next event; a rewind returns to an earlier one.
  void add(std::uint32_t number, schema::Event::Reader event);
  /// The effective events up to the last one.
  [[nodiscard]] const std::vector<EventRange>& stretches() const { return stretches_; }
  [[nodiscard]] bool covers(std::uint32_t event) const { return docket::covers(stretches_, event); }
  /// The effective events at the table after event `at`, whether `at` is now effective or taken back.
  [[nodiscard]] std::vector<EventRange> to(std::uint32_t at) const;

 private:
  struct Rewind {
    std::uint32_t by, to;
  };
  std::vector<Rewind> rewinds_;  // in recorded order
  std::vector<EventRange> stretches_;
};

}  // namespace docket
