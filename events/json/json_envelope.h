// The additions of JSON Lines to the JSON of a struct: the members around its fields, and the names that it leaves out.
// Internal to JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "events/json/json.h"
#include "events/json/json_place.h"
#include "events/json/json_reader.h"

namespace docket {

struct JsonEnvelope {
  std::string_view wrapper;             ///< not empty: the struct is the only member of an object, under this key
  bool numbered = false;                ///< a member "n" may appear next to the fields
  bool names_schema = false;            ///< "$schema" may, for editors: a text that is ignored
  std::optional<std::uint32_t> number;  ///< the value of "n"
  TextPlace number_place;               ///< its place
};

/// As readJson of events/json/json_reader.h, within an envelope.
void readJson(const JsonSource& source, capnp::DynamicStruct::Builder into, Names* names, const JsonOptions& options,
              JsonEnvelope& envelope);

/// Counts the new names of an event that its line omits because reading the line restores them in the same order.
struct JsonNameUse {
  std::size_t announced = 0;  ///< how many names are older than the event
  std::size_t used = 0;       ///< how many of its new names were written, in their order
  bool in_order = true;       ///< true if no new name was written before an older new one
};

/// As writeJson of events/json/json_struct_writer.h, without the names that the outermost struct's context announces.
[[nodiscard]] std::string writeJson(capnp::DynamicStruct::Reader from, const Names& names, JsonNameUse& use);

/// A JSON value on one line, with a blank after each comma and colon; empty if it is not valid or nested too deep.
[[nodiscard]] std::optional<std::string> onOneLine(std::string_view json);

}  // namespace docket
