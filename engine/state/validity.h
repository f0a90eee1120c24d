// Tracks whether a value that was derived from facts is still valid.
#pragma once

#include "engine/rules/state_parts.h"

namespace docket {

/// The state parts that a derived value depends on, and whether they have changed since it was computed.
class Validity {
 public:
  /// True if nothing that the value was computed from has changed since.
  [[nodiscard]] bool holds() const { return holds_; }
  void restsOn(StateParts read) {
    read_ = read;
    holds_ = !read.has(StatePart::other) && !read.has(StatePart::event);
  }
  void change(StateParts changed) { holds_ = holds_ && !read_.touch(changed); }

 private:
  StateParts read_{};
  bool holds_ = false;
};

}  // namespace docket
