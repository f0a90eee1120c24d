// A mistake of somebody's typing as JSON: an error with what may be typed in its place. One shape for every command
// that tells one (docs/schemas/answers/common.json, "mistake").
#pragma once

#include "events/json/json_writer.h"
#include "tools/notation/mistake.h"

namespace docket {

/// A mistake as an object: the next value of `json`.
void writeMistake(JsonWriter& json, const notation::Mistake& mistake);

}  // namespace docket
