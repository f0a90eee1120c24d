// The braces after a line: the fields that its words do not say. Internal to the reading of lines.
// Invariant: a field is given by the words of the line or in the braces, never by both.
#pragma once

#include <set>
#include <string_view>

#include "tools/notation/attempt.h"

namespace docket::notation {

class Braces {
 public:
  explicit Braces(Attempt& attempt) : attempt_(attempt), line_(attempt.line) {}

  /// Looks ahead for the braces, without taking anything.
  void find();
  /// True if the braces have a field. Call this after find().
  [[nodiscard]] bool say(std::string_view field) const { return fields_.contains(field); }
  [[nodiscard]] bool say(const Item& item) const;
  /// Reads the braces, from "{" on. Throws BadInput.
  void read();
  /// Reads fields without braces and commas, to the end of the line or a ":".
  void readBare();

 private:
  void readBrace();

  Attempt& attempt_;
  Cursor& line_;
  std::set<std::string_view> fields_;
};

}  // namespace docket::notation
