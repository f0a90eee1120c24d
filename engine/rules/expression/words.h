// The words of an expression that a document must declare: the names in it, each with what it is a name of, and the
// words that mean something only where an event or a card is (`it`, `who`, `that`, amount()).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/rules/expression/expression.h"
#include "schemas/marks.capnp.h"

namespace docket::expression {

/// A text in an expression that is the name of something. What typing.h looks up (stats, limits, ...) is not among
/// them.
struct NameInText {
  schema::NameKind kind{};
  NodeIndex node = kNone;    ///< the literal
  std::string_view of = {};  ///< of a period's name: of which period
};

/// Every one, in the order of the nodes. The result points into the expression.
[[nodiscard]] std::vector<NameInText> namesIn(const Expression& expression);

/// The words that are about the event or the card that an expression is asked of; kNone if one is not said. `it` within
/// a filter is the card that is looked at and does not count.
struct WordsAbout {
  NodeIndex it = kNone, who = kNone, that = kNone, amount = kNone;
  NodeIndex use = kNone;  ///< of what is asked of the ability that is used
};
[[nodiscard]] WordsAbout wordsAbout(const Expression& expression);

/// Whether an expression is true or false whatever it is asked of: one of literals alone. Empty if it is not.
[[nodiscard]] std::optional<bool> alwaysIs(const Expression& expression);

}  // namespace docket::expression
