// Every JSON Schema that Docket has: of its documents, of the lines of records, of the rows of tables, of what commands
// answer in JSON.
// docs/schemas holds the same as files; `docket schema` prints them.
// Invariant: those of documents and records are made of schemas/*.capnp when they are asked for.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

struct NamedSchema {
  std::string name;   ///< "ruleset", "answers/limits"; in docs/schemas it is the file NAME.json
  std::string about;  ///< what it is of, for a list
  std::string text;   ///< the schema, laid out, with its last line break
};

/// All of them: those of documents and records first, then those of answers by name.
[[nodiscard]] std::vector<NamedSchema> allSchemas();

/// A schema of answers as it ships.
struct ShippedSchema {
  std::string_view file;  ///< its name in docs/schemas/answers: "limits.json"
  std::string_view text;
};

/// All of them, by file name. The source is generated (tools/embed.cmake).
[[nodiscard]] std::span<const ShippedSchema> shippedSchemas();

}  // namespace docket
