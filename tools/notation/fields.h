// The fields of a struct as the transcript writes what its lines do not say: {wallClock=1300000000000, faces=[up,
// down]}. Driven by the schema alone, so that a field added to the schema can be written and read at once.
//
//   fields  = "{" [ field "=" value { "," field "=" value } ] "}"
//   value   = number | word | string | entity | "null" | "true" | "false" | fields | "[" [ value { "," value } ] "]"
//
// Names and texts are strings, or words if they can be; bytes are hexadecimal digits in a string; a card is its number,
// an entity "#57", "P1", "place 3", "unit 2" or "game".
// Invariant: reading what was written gives the field the same value, and distinguishes an empty pointer from an unset
// one.
#pragma once

#include <capnp/dynamic.h>

#include <string>
#include <string_view>
#include <vector>

#include "events/names.h"
#include "events/shape.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// `name=value` of a field, even if it has its default value.
[[nodiscard]] std::string fieldText(capnp::DynamicStruct::Reader from, const FieldShape& field, const Names& names);
/// True if a field differs from its default; any pointer that is set does.
[[nodiscard]] bool isSaid(capnp::DynamicStruct::Reader from, const FieldShape& field);

/// Reads the value of a field from what follows its "=". New names go to `names`. Throws BadInput.
void readField(Cursor& line, capnp::DynamicStruct::Builder into, const FieldShape& field, Names& names);
/// Reads a value other than a struct, a list or bytes; `text` holds the value of a text.
[[nodiscard]] capnp::DynamicValue::Reader readScalar(Cursor& line, const ValueShape& shape, Names& names,
                                                     std::string& text);

/// The entity that "place 3", "unit 2", "game", "P1", "#57" or "nothing" names; the card of number 0 for "nothing".
[[nodiscard]] std::uint32_t readEntity(Cursor& line);
/// True if an entity begins at a token; a card's title is not one.
[[nodiscard]] bool beginsEntity(const Cursor& line, const Token& token);

}  // namespace docket::notation
