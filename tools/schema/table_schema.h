// The JSON Schema (draft 7) of the rows of the tables for analysts (tools/columns), as JSON objects: what each column
// is, of which type, and whether it can be null.
// Invariant: it is made of the columns by which the tables are written.
#pragma once

#include <string>
#include <string_view>

namespace docket {

/// `title` is what an editor calls it. Each table is one of its definitions.
[[nodiscard]] std::string jsonSchemaOfTables(std::string_view title);

}  // namespace docket
