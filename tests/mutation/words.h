// The words of a document's text, and the mutants that come of them: each with one word misspelt, one member, item or
// word dropped, or one doubled. The text is the document's JSON with its comments.
// Invariant: a mutant differs from the text in one place; the mutants of a text are the same on every machine.
#pragma once

#include <capnp/schema.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace docket::mutation {

enum class Change : unsigned char { misspelt, dropped, doubled };

[[nodiscard]] std::string_view nameOf(Change change);

struct Mutant {
  std::string place;  ///< "limits/hard-use/within": fields, and in lists what an item is called, else its place from 0
  Change change;
  std::string what;                ///< the word that is changed; "member", "item" for a whole one
  bool for_people = false;         ///< by the schema, the text is for people
  std::size_t begin = 0, end = 0;  ///< the bytes of the text that are replaced
  std::string by;
};

/// Every mutant of a document, in the order of its text. `root`: the schema of the text, schema::Ruleset or
/// schema::Catalogue.
[[nodiscard]] std::vector<Mutant> mutantsOf(std::string_view json, capnp::StructSchema root);

/// The text that a mutant is.
[[nodiscard]] std::string mutated(std::string_view json, const Mutant& mutant);

}  // namespace docket::mutation
