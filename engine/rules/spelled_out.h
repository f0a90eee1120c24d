// A ruleset's expressions as they read without the ways in which documents shorten them: for whoever looks at the words
// of an expression and not at what it gives.
#pragma once

#include "events/document.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// The ruleset with each expression on one line, its texts in double quotation marks, and what a name of `let` stands
/// for in the place of the name. It means what `document` means, which compiles. Throws BadInput where that would be
/// longer than expression::kMostDefining bytes.
[[nodiscard]] Document<schema::Ruleset> spelledOut(schema::Ruleset::Reader document);

}  // namespace docket
