// The words of an expression that a document must declare: the names in it, each with its kind, and the words that
// require an event or a card (`it`, `who`, `that`, amount()).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/rules/expression/expression.h"
#include "schemas/marks.capnp.h"

namespace docket::expression {

/// A text in an expression that is a name. Names that typing.h looks up (stats, limits, ...) are left out.
struct NameInText {
  schema::NameKind kind{};
  NodeIndex node = kNone;    ///< the literal
  std::string_view of = {};  ///< for a period's name: the period
};

/// All of them, in the order of the nodes. The result points into the expression.
[[nodiscard]] std::vector<NameInText> namesIn(const Expression& expression);

/// The first nodes that refer to the event or the card of an expression; kNone if there is none. `it` within a filter
/// is the card being filtered and does not count.
struct WordsAbout {
  NodeIndex it = kNone, who = kNone, that = kNone, amount = kNone;
  NodeIndex use = kNone;  ///< of a question about the ability that is used
};
[[nodiscard]] WordsAbout wordsAbout(const Expression& expression);

/// The truth value of an expression that consists of literals only; empty for any other.
[[nodiscard]] std::optional<bool> constantTruth(const Expression& expression);

}  // namespace docket::expression
