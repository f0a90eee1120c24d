// The fields of a struct as the transcript writes what its lines do not say: {wallClock=1300000000000, faces=[up,
// down]}. Driven by the schema alone, so that a field added to the schema can be written and read at once.
//
//   fields  = "{" [ field "=" value { "," field "=" value } ] "}"
//   value   = number | word | string | entity | "null" | "true" | "false" | fields | "[" [ value { "," value } ] "]"
//
// Names and texts are strings, or words if they can be; bytes are hexadecimal digits in a string; a card is its number,
// an entity "#57", "P1", "place 3", "unit 2" or "game".
// Invariant: reading what was written gives the field the same value, an empty pointer told from one that is not set.
#pragma once

#include <capnp/dynamic.h>

#include <string>
#include <string_view>
#include <vector>

#include "events/names.h"
#include "events/shape.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// `name=value` of a field, its default value as well.
[[nodiscard]] std::string fieldText(capnp::DynamicStruct::Reader from, const FieldShape& field, const Names& names);
/// True if a field differs from its default; any pointer that is set does.
[[nodiscard]] bool isSaid(capnp::DynamicStruct::Reader from, const FieldShape& field);

/// Reads the value of a field from what follows its "=". New names go to `names`. Throws BadInput.
void readField(Cursor& line, capnp::DynamicStruct::Builder into, const FieldShape& field, Names& names);
/// Reads a value that is no struct, no list and no bytes; one that is a text is in `text`.
[[nodiscard]] capnp::DynamicValue::Reader readScalar(Cursor& line, const ValueShape& shape, Names& names,
                                                     std::string& text);

/// The entity that "place 3", "unit 2", "game", "P1", "#57" or "nothing" names; the card of number 0 for "nothing".
[[nodiscard]] std::uint32_t readEntity(Cursor& line);
/// True if one of these, except a card's title, begins at a token.
[[nodiscard]] bool beginsEntity(const Cursor& line, const Token& token);

}  // namespace docket::notation
