// The changes of an expression's value over a game: when it became what it is, and by what.
// Invariant: the value of each step is what `docket ask --at` answers there, and does not change before the next step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/rules/expression/expression.h"
#include "tools/game/game_loader.h"
#include "tools/game/grade.h"
#include "tools/words/turn_labels.h"

namespace docket {

/// A value, and the event after which the expression first had it.
struct TraceStep {
  EventNumber event = 0;
  std::string value;                     ///< in words, as valueWords() says it
  std::optional<std::int64_t> number{};  ///< the value, if it is a number
  std::optional<std::int64_t> height{};  ///< where a plot shows it: at the number, or at 1 for true and 0 for false
  Grade grade = Grade::exact;
  std::string what{};          ///< the event, as in a transcript; empty for the value at the start
  std::string cause{};         ///< the steps that the event added to the derivation of the value, or removed
  std::string clause{};        ///< the clause behind that; empty if there is none
  bool is_taken_back = false;  ///< a judge took the event back later
};

/// An expression about the table after event `at`, where it may name a card by what is known of it by then.
/// Throws BadInput if it makes no sense under the game's rules.
[[nodiscard]] expression::Expression expressionFor(const OpenGame& game, const std::string& text, EventNumber at);

/// The steps after event `from` up to event `to`, each as known then; the first is the value after `from`. Rewinds and
/// corrections are events like any other: what they restore is a step.
[[nodiscard]] std::vector<TraceStep> traceOf(const OpenGame& game, const TurnLabels& turn_labels,
                                             const expression::Expression& asked, EventNumber from, EventNumber to);

}  // namespace docket
