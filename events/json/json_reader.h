// Reads JSON into a struct, by the struct's shape (json.h). Each mistake is reported at its own place.
// Invariant: the whole text is read.
#pragma once

#include <capnp/dynamic.h>

#include "events/json/json.h"
#include "events/names.h"

namespace docket {

/// Reads one JSON object into `into`, which is empty. New names go to `names`; if it is null, a $name field is refused.
/// Throws BadInput with file, line and column (in bytes, from 1); `into` is then partly written.
void readJson(const JsonSource& source, capnp::DynamicStruct::Builder into, Names* names = nullptr,
              const JsonOptions& options = {});

}  // namespace docket
