// The verbs that people use at the table and that the documents of a game declare (vocabulary.capnp): "exhausts" for
// "turns ... exhausted", "plays" for a move to the usual zone of a card's type. Used to read lines and check documents.
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

/// A declared verb that was found in a line.
struct DeclaredVerbInLine {
  const DeclaredVerb* verb = nullptr;
  std::size_t words = 0;  ///< how many tokens it takes
};

/// Every verb that the documents of a game declare, in the third person.
[[nodiscard]] std::vector<std::string_view> declaredVerbs(const Rules& rules);

/// The declared verb that comes next in a typed line; of several, the one of the most words: "attacks directly" rather
/// than "attacks". It matches without its "s" too, as in "exhaust".
[[nodiscard]] std::optional<DeclaredVerbInLine> declaredVerbAt(const Cursor& line, const Rules& rules);

/// The line that a meaning stands for, from its first word on; a mistake in it is one of the document.
[[nodiscard]] Cursor meaningOf(const VerbMeaning& meaning);

/// The mistakes in the verbs of a document, under its path there ("vocabulary.verbs[2].means"): a verb that every
/// transcript has, unless it says more about cards of some types; a line that cannot be read under these rules; an
/// unknown type.
[[nodiscard]] std::vector<Remark> mistakesIn(const std::vector<DeclaredVerb>& verbs, const Rules& rules);

}  // namespace docket::notation
