// What a ruleset requires of an event beyond limits: where its card is, whose turn it is, or any condition.
#pragma once

#include <memory>

#include "engine/expression/value.h"
#include "engine/happening.h"
#include "engine/state.h"

namespace docket {

namespace expression {
struct Answer;
}

enum class Met : std::uint8_t { yes, no, undecided };

/// Whether an event meets a requirement; one that is not about such an event is met. A requirement of the state after
/// the event folds it into a copy of `before`. `answer`, if given, is set to what its condition came to, where it has
/// one and was asked.
Met meets(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event,
          const Happening& happening, const Requirement& requirement,
          std::shared_ptr<const expression::Answer>* answer = nullptr);
/// Whether a requirement is about such an event.
bool isAbout(const State& before, const Happening& happening, const Requirement& requirement);

/// Whether a requirement asks for nothing but the card and the player of an act.
inline bool isPlain(const Requirement& requirement) {
  return requirement.what != schema::Act::Requirement::What::THAT && requirement.named.empty() && !requirement.if_;
}

/// What a plain requirement comes to.
bool meetsPlainly(const State& before, const Rules& rules, const Happening& act, schema::Act::Requirement::What what);

/// A condition of a document, asked about an event; nothing always holds.
Met holds(const Condition& condition, const State& state, const Rules& rules, const Happening& happening,
          Entity self = kNone);

/// What an expression of a document comes to, asked about an event.
expression::Value valueOf(const expression::Expression& expression, const State& state, const Rules& rules,
                          const Happening& happening, Entity self = kNone);

/// The same with how it came to that.
std::shared_ptr<const expression::Answer> answerOf(const expression::Expression& expression, const State& state,
                                                   const Rules& rules, const Happening& happening, Entity self = kNone);

/// The requirements that a ruleset has of an event's payload.
inline const std::vector<Requirement>& requirementsOf(const Rules& rules, schema::Event::Which which) {
  return rules.ruleset.acts[static_cast<std::size_t>(which)].requirements;
}

/// Whether a state has the names that an event brings: it was told them to judge the event by.
bool hasNamesOf(const State& state, schema::Event::Reader event);

}  // namespace docket
