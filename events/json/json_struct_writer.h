// Writes a struct as JSON, by its shape (json.h).
// Invariant: reading what was written gives a struct with the same canonical bytes.
#pragma once

#include <capnp/dynamic.h>

#include <string>

#include "events/names.h"

namespace docket {

/// One line of JSON without its end. Throws BadInput if the struct holds something that JSON cannot represent: text
/// that is not UTF-8, a number that no name has, an integer beyond 2^53, a union member or enumerant of a newer schema.
[[nodiscard]] std::string writeJson(capnp::DynamicStruct::Reader from, const Names* names = nullptr);

}  // namespace docket
