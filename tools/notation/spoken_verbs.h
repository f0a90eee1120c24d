// The verbs that people speak at the table and that the documents of a game give (vocabulary.capnp): "exhausts" for
// "turns ... exhausted", "plays" for where cards of a type usually go. Used to read lines and to check documents.
// Invariant: only typed lines are read with them; printed lines use the verbs of the phrases alone (phrases.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/check/document_remarks.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// A verb of a document that is in a line.
struct SpokenVerb {
  const DeclaredVerb* verb = nullptr;
  std::size_t words = 0;  ///< how many tokens it takes
};

/// Every verb that the documents of a game give, as its speaker says it.
[[nodiscard]] std::vector<std::string_view> spokenVerbs(const Rules& rules);

/// The verb of a document that comes next in a typed line, of several the one of the most words: "attacks directly"
/// rather than "attacks". Without its "s", as in "exhaust", it is the same.
[[nodiscard]] std::optional<SpokenVerb> spokenVerbAt(const Cursor& line, const Rules& rules);

/// The line that a meaning stands for, from its first word on; a mistake in it is one of the document.
[[nodiscard]] Cursor meaningOf(const VerbMeaning& meaning);

/// The mistakes in the verbs of a document, under its path there ("vocabulary.verbs[2].means"): a verb that every
/// transcript has, unless it says more about cards of some types; a line that cannot be read under these rules; an
/// unknown type.
[[nodiscard]] std::vector<Remark> mistakesIn(const std::vector<DeclaredVerb>& verbs, const Rules& rules);

}  // namespace docket::notation
