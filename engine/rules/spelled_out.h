// A ruleset's expressions without the abbreviations of documents: for comparing the words of an expression rather than
// its value.
#pragma once

#include "events/document.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// The ruleset with each expression on one line, its texts in double quotation marks, and each name of `let` replaced
/// by its definition. It has the same meaning as `document`, which must compile. Throws BadInput if the result would be
/// longer than expression::kMaxDefining bytes.
[[nodiscard]] Document<schema::Ruleset> spelledOut(schema::Ruleset::Reader document);

}  // namespace docket
