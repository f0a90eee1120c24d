// Single values of JSON as values of a field: integers, names, entities, texts, bytes, enumerants, true and false.
// Internal to the reading of JSON.
// Invariant: a value is accepted only if writing it again gives the same one; nothing is rounded, cut or guessed.
#pragma once

#include <capnp/dynamic.h>
#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/json/json_text.h"
#include "events/names.h"
#include "events/shape.h"

namespace docket {

/// A token of the text: for an object or a list only its place, otherwise its text without white space.
struct JsonToken {
  simdjson::ondemand::json_type type;
  std::size_t offset;
  std::string_view text;
};

class JsonScalars {
 public:
  explicit JsonScalars(const JsonText& text) : text_(text) {}

  /// The memory of a text or bytes that were read.
  struct Room {
    std::string text;  // Cap'n Proto wants texts with a zero at the end
    std::vector<std::uint8_t> bytes;
  };
  /// The value of a token for a field of that shape; texts and bytes are stored in `room`. New names go to `names`.
  capnp::DynamicValue::Reader read(const JsonToken& token, simdjson::ondemand::value& value, const ValueShape& shape,
                                   Names* names, Room& room) const;
  /// The number of a name, which is added to `names` if it is new.
  std::uint16_t name(const JsonToken& token, std::string_view text, Names* names) const;

  /// Throws BadInput: found something other than expected.
  [[noreturn]] void fail(const JsonToken& token, std::string_view expected) const;

 private:
  std::string_view string(const JsonToken& token, simdjson::ondemand::value& value, std::string_view expected) const;
  capnp::DynamicValue::Reader integer(const JsonToken& token, const ValueShape& shape) const;
  capnp::DynamicValue::Reader bytes(const JsonToken& token, std::string_view digits, Room& room) const;
  capnp::DynamicValue::Reader enumerant(const JsonToken& token, std::string_view text, capnp::EnumSchema schema) const;

  const JsonText& text_;
};

}  // namespace docket
