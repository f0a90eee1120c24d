// A typing mistake as JSON: an error with possible replacements, in the same shape for every command
// (docs/schemas/answers/common.json, "mistake").
#pragma once

#include "events/json/json_writer.h"
#include "tools/notation/mistake.h"

namespace docket {

/// A mistake as an object: the next value of `json`.
void writeMistake(JsonWriter& json, const notation::Mistake& mistake);

}  // namespace docket
