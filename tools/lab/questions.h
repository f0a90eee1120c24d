// Expressions that show a difference.
// Invariant: they refer to the record in which it was found; each is evaluated to see whether it shows it.
#pragma once

#include <string>
#include <vector>

#include "tools/lab/case_question.h"
#include "tools/lab/lab_game.h"
#include "tools/lab/paired_fold.h"

namespace docket::lab {

/// The event after which to ask what finally holds for an event: that event or, if a judge corrected the record, the
/// last one.
[[nodiscard]] EventNumber askedAfter(const LabGame& game, EventNumber event);

/// The question whether an event broke a clause.
[[nodiscard]] std::string brokeQuestion(EventNumber event, const std::string& clause);

/// The questions that can show a difference, the most telling first; empty if no expression can (whether a record can
/// be folded).
[[nodiscard]] std::vector<CaseTopic::Question> questionsAbout(const Difference& difference, const Recording& game,
                                                              const Ruleset& ruleset);

}  // namespace docket::lab
