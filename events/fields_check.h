// Checks the fields of a struct against the schema's marks, by their positions in its words. Every imported event is
// checked. Internal to the validator.
// Invariant: a struct that passes holds only valid numbers, and texts that can be written.
#pragma once

#include <capnp/any.h>

#include <cstdint>
#include <optional>
#include <string>

#include "events/shape.h"
#include "events/validate.h"

namespace docket {

/// The ranges of valid numbers at the struct's position in the record.
struct NumberRanges {
  std::uint32_t seats = 0;
  std::uint32_t cards = 0;   ///< cards 1 .. cards exist
  std::uint32_t events = 0;  ///< events 1 .. events
  std::uint32_t names = 0;   ///< names 1 .. names
};

class FieldsCheck {
 public:
  explicit FieldsCheck(const NumberRanges& ranges) : ranges_(ranges) {}

  /// True if all fields are valid; if not, fault() says what is wrong.
  [[nodiscard]] bool structure(capnp::AnyStruct::Reader from, const Shape& shape);
  /// True if one field is valid; of a union it must be the chosen member.
  [[nodiscard]] bool field(capnp::AnyStruct::Reader from, const FieldShape& field);
  [[nodiscard]] Fault fault() const { return {.path = path_, .message = message_, .of_record = of_record_}; }

 private:
  bool target(capnp::AnyPointer::Reader from, const FieldShape& field);
  bool list(capnp::AnyPointer::Reader from, const FieldShape& field);
  template <class Numbers>
  bool numbers(Numbers list, const FieldShape& field);
  template <class List, class Check>
  bool elements(const List& list, Check&& check);
  bool number(std::uint64_t number, const FieldShape& field);
  bool data(capnp::Data::Reader bytes);
  bool marked(std::uint32_t number, const FieldShape& field);
  bool card(std::uint32_t number, bool required);
  bool entity(std::uint32_t entity, bool required);
  bool text(capnp::Text::Reader text);
  bool fail(std::string message);
  bool within(std::string_view name);

  NumberRanges ranges_;
  std::string path_;
  std::string message_;
  bool of_record_ = false;  // of Fault
};

}  // namespace docket
