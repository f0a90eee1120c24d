// Conditions and amounts of documents, asked about an event. What is not certain to hold, or not to, is undecided.
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

/// A condition of a document, asked about an event; nothing always holds.
TriState holds(const Condition& condition, const State& state, const Rules& rules, const EventContext& happening,
               Entity self = kNone);

/// What an expression of a document comes to, asked about an event.
expression::Value valueOf(const expression::Expression& expression, const State& state, const Rules& rules,
                          const EventContext& happening, Entity self = kNone);

/// The same with how it came to that.
std::shared_ptr<const expression::Answer> answerOf(const expression::Expression& expression, const State& state,
                                                   const Rules& rules, const EventContext& happening,
                                                   Entity self = kNone);

/// What a condition that came to this comes to.
TriState metBy(const expression::Value& value);

}  // namespace docket
