// Every JSON Schema that Docket has: of its documents, of the lines of records, of the rows of tables, of what commands
// answer in JSON. docs/schemas holds the same as files; `docket schema` prints them.
// Invariant: those of documents and records are made of schemas/*.capnp when they are asked for.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/io/embedded_file.h"

namespace docket {

struct NamedSchema {
  std::string name;   ///< "ruleset", "answers/limits"; in docs/schemas it is the file NAME.json
  std::string about;  ///< what it is of, for a list
  std::string text;   ///< the schema, laid out, with its last line break
};

/// All of them: those of documents and records first, then those of answers by name.
[[nodiscard]] std::vector<NamedSchema> allSchemas();

/// The schemas of answers, by file name ("limits.json"). The source is generated (tools/embed.cmake).
[[nodiscard]] std::span<const EmbeddedFile> shippedSchemas();

}  // namespace docket
