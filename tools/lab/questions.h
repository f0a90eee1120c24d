// What a difference is, as questions of the expression language.
// Invariant: they are about the record that the difference was found in; which of them tell it is found by asking.
#pragma once

#include <string>
#include <vector>

#include "tools/lab/case_question.h"
#include "tools/lab/game_at_hand.h"
#include "tools/lab/paired_fold.h"

namespace docket::lab {

/// After which event to ask what is meant of an event in the end: that event or, if a judge corrected the record, the
/// last one.
[[nodiscard]] EventNumber askedAfter(const GameAtHand& game, EventNumber event);

/// Whether an event broke a clause.
[[nodiscard]] std::string brokeQuestion(EventNumber event, const std::string& clause);

/// The questions that can tell a difference, what tells the most first; empty if no expression asks for it (whether a
/// record can be folded).
[[nodiscard]] std::vector<CaseTopic::Question> questionsAbout(const Difference& difference, const Recording& game,
                                                              const Ruleset& ruleset);

}  // namespace docket::lab
