// Which of the recorded events are in effect. A judge's rewind makes a record a tree: what comes after it goes on from
// an earlier event, and what was between is taken back. Invariant: the stretches do not overlap, stand in the order of
// the record, and end with the last event.
#pragma once

#include <cstdint>
#include <vector>

#include "schemas/event.capnp.h"

namespace docket {

/// A stretch of recorded events that are in effect, both ends included.
struct Stretch {
  std::uint32_t first, last;
  friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// Whether one of the stretches, which stand in order, has the event.
[[nodiscard]] bool covers(const std::vector<Stretch>& stretches, std::uint32_t event);

class Course {
 public:
  /// Takes note of the next event; a rewind goes back to an earlier one.
  void add(std::uint32_t number, schema::Event::Reader event);
  /// Whether nothing was ever taken back.
  [[nodiscard]] bool straight() const { return rewinds_.empty(); }
  /// The way to the last event.
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }
  [[nodiscard]] bool covers(std::uint32_t event) const { return docket::covers(stretches_, event); }
  /// The way to the table as it stood after event `at`, be that in effect or taken back.
  [[nodiscard]] std::vector<Stretch> to(std::uint32_t at) const;

 private:
  struct Rewind {
    std::uint32_t by, to;
  };
  std::vector<Rewind> rewinds_;  // in the order of the record
  std::vector<Stretch> stretches_;
};

}  // namespace docket
