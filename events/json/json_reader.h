// JSON read by the shape of the struct that it is read into (json.h). Each mistake is noticed at its own place.
// Invariant: what is read is all that is there.
#pragma once

#include <capnp/dynamic.h>

#include "events/json/json.h"
#include "events/names.h"

namespace docket {

/// Reads one JSON object into `into`, which is empty. New names go to `names`; if it is null, a $name field is refused.
/// Throws BadInput with file, line and column (in bytes, from 1); `into` is half written then.
void readJson(const JsonSource& source, capnp::DynamicStruct::Builder into, Names* names = nullptr,
              const JsonOptions& options = {});

}  // namespace docket
