// Evaluates conditions and amounts of documents for an event. A result that is neither certainly true nor certainly
// false is undecided.
#pragma once

#include <memory>

#include "engine/query/acts/read_event.h"
#include "engine/query/tri_state.h"
#include "engine/rules/expression/value.h"
#include "engine/state/state.h"

namespace docket {

namespace expression {
struct Answer;
}

/// Evaluates a condition of a document for an event; an empty condition always holds. `each`: the current player,
/// for a condition that is evaluated for each player.
TriState holds(const Condition& condition, const State& state, const Rules& rules, const EventContext& context,
               Entity self = kNone, Seat each = 0);

/// The value of an expression of a document for an event.
expression::Value valueOf(const expression::Expression& expression, const State& state, const Rules& rules,
                          const EventContext& context, Entity self = kNone);

/// The value of such an expression with its derivation.
std::shared_ptr<const expression::Answer> answerOf(const expression::Expression& expression, const State& state,
                                                   const Rules& rules, const EventContext& context,
                                                   Entity self = kNone);

/// The truth value of a condition's result.
TriState metBy(const expression::Value& value);

}  // namespace docket
