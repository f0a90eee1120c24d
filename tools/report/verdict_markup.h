// What verifying a game came to, as a page shows it: the grades, the findings, the rulings.
#pragma once

#include <map>
#include <string>

#include "tools/game/verdict.h"
#include "tools/render/turn_labels.h"
#include "tools/render/words.h"

namespace docket::report {

/// "EXACT" in an element that shows how good it is.
[[nodiscard]] std::string gradeMarkup(Agreement agreement);
/// A row of a table for each part of the verdict.
[[nodiscard]] std::string gradeRows(const Verdict& verdict);
/// A list of the findings, in order of the events. `words` names clauses.
[[nodiscard]] std::string findingsMarkup(const Verdict& verdict, const Words& words);
/// A list of the rulings.
[[nodiscard]] std::string rulingsMarkup(const Verdict& verdict, const Words& words);
/// What stands below an event of the transcript: findings against it, the verdict on a ruling.
[[nodiscard]] std::map<EventNumber, std::string> notesByEvent(const Verdict& verdict);

}  // namespace docket::report
