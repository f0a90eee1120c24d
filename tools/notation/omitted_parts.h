// Supplies the parts of a phrase that a line omits, while the line is read (implied.h completes the finished event).
// Internal to the reading of lines.
// Invariant: they are taken from the table, and only if exactly one thing can be meant.
#pragma once

#include "tools/notation/attempt.h"

namespace docket::notation {

class OmittedParts {
 public:
  explicit OmittedParts(Attempt& attempt) : attempt_(attempt), line_(attempt.line) {}

  /// True if an item that has no word of its own can be skipped.
  [[nodiscard]] bool canSkip(const Item& item) const;
  /// Sets what an item would have said; false if it has to be said. Throws BadInput if the table has no answer.
  [[nodiscard]] bool supply(const Item& item);

 private:
  [[nodiscard]] bool supplyRange(const Part& part);
  [[nodiscard]] bool supplyZone(const Part& part);
  [[nodiscard]] EventNumber latestActivation() const;

  Attempt& attempt_;
  Cursor& line_;
};

}  // namespace docket::notation
