// Checks the fields of a struct against what the schema marks them to be. Internal to the validator.
// Invariant: a struct that passes holds only numbers that mean something, and texts that can be written.
#pragma once

#include <capnp/dynamic.h>

#include <cstdint>
#include <optional>
#include <string>

#include "events/shape.h"
#include "events/validate.h"

namespace docket {

/// What numbers mean something where a struct stands.
struct Known {
  std::uint32_t seats = 0;
  std::uint32_t cards = 0;   ///< cards 1 .. cards may be spoken of
  std::uint32_t events = 0;  ///< events 1 .. events
  std::uint32_t names = 0;   ///< names 1 .. names
};

class FieldsCheck {
 public:
  explicit FieldsCheck(const Known& known) : known_(known) {}

  /// Whether all fields are sane; where not, fault() says what is wrong.
  [[nodiscard]] bool structure(capnp::DynamicStruct::Reader from, const Shape& shape);
  /// The same for one field, whose member of a union is chosen.
  [[nodiscard]] bool field(capnp::DynamicStruct::Reader from, const FieldShape& field);
  [[nodiscard]] Fault fault() const { return {.path = path_, .message = message_}; }

 private:
  bool value(const capnp::DynamicValue::Reader& from, const FieldShape& field);
  bool integer(const capnp::DynamicValue::Reader& from, const FieldShape& field);
  bool marked(std::uint32_t number, const FieldShape& field);
  bool card(std::uint32_t number, bool required);
  bool entity(std::uint32_t entity, bool required);
  bool text(capnp::Text::Reader text);
  bool fail(std::string message);
  bool within(std::string_view name);

  Known known_;
  std::string path_;
  std::string message_;
};

}  // namespace docket
