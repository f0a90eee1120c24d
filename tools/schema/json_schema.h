// The JSON Schema (draft 7, which editors support) of a struct of schemas/ as JSON. It is generated from the struct's
// shape and the marks of its fields, which the reader (events/json/json_reader.h) and the check of documents
// (engine/rules/check) use too, so it cannot become outdated.
// Invariant: it accepts whatever Docket accepts, except a default value that is written out in a field that is not
// read.
#pragma once

#include <capnp/schema.h>

#include <string>
#include <string_view>

namespace docket {

/// The subject of a schema.
enum class SchemaOf {
  document,  ///< a file: comments may appear in it, "$schema" may name its schema
  checked,   ///< a document whose fields are checked against their marks: a ruleset, a catalogue
  line       ///< a line among others
};

/// The schema of one struct. `title` is what an editor calls it.
[[nodiscard]] std::string jsonSchemaOf(capnp::StructSchema root, std::string_view title, SchemaOf what);

/// The schema of a line of JSON Lines (events/json/jsonl.h): the header of a game, one of its events, or its end.
[[nodiscard]] std::string jsonSchemaOfRecordLines(std::string_view title);

}  // namespace docket
