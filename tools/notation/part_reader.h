// The parts of a phrase as they stand in a line: whether one stands there, and what it says. Internal to the reading of
// lines.
// Invariant: what does not fit is not taken.
#pragma once

#include <cstdint>
#include <string>

#include "tools/notation/attempt.h"

namespace docket::notation {

/// What stands for an item in a message.
[[nodiscard]] std::string described(const Item& item);

class PartReader {
 public:
  explicit PartReader(Attempt& attempt) : attempt_(attempt), line_(attempt.line) {}

  /// Whether the line goes on with an item.
  [[nodiscard]] bool fits(const Item& item) const;
  /// Reads an item and sets its fields. Throws BadInput.
  void read(const Item& item);

 private:
  [[nodiscard]] bool fits(const Part& part, const Token& token) const;
  [[nodiscard]] bool fitsOne(const FieldShape& field, const Token& token) const;
  void readPart(const Part& part);
  void readList(const Part& part);
  void readTexts(const Part& part);
  [[nodiscard]] std::int64_t readNumber(const Part& part);
  [[nodiscard]] NameNumber readName(const FieldShape& field);
  [[nodiscard]] std::uint32_t readCard(const FieldShape& field);
  void readZone(const Part& part);
  void readRange(const Part& part);
  void readSeats(const Part& part);

  Attempt& attempt_;
  Cursor& line_;
  std::string text_;
};

}  // namespace docket::notation
