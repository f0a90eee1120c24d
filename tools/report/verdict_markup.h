// What verifying a game came to, as a page shows it: the grades, the findings, the rulings.
#pragma once

#include <map>
#include <string>

#include "tools/game/verdict.h"
#include "tools/render/turn_labels.h"
#include "tools/render/words.h"
#include "tools/report/disputes.h"

namespace docket::report {

/// "EXACT" in an element that shows how good it is; `is_past`: what is behind it counts no more.
[[nodiscard]] std::string gradeMarkup(Agreement agreement, bool is_past = false);
/// Whether all that differs is rulings that were superseded.
[[nodiscard]] bool differsInThePastOnly(const Verdict& verdict);
/// By which of its parts the verdict has its grade, as markup; nothing where all of them are exact.
[[nodiscard]] std::string gradeReason(const Verdict& verdict);
/// A row of a table for each part of the verdict.
[[nodiscard]] std::string gradeRows(const Verdict& verdict);
/// A list of the findings, in order of the events. `words` names clauses.
[[nodiscard]] std::string findingsMarkup(const Verdict& verdict, const Words& words);
/// What a page opens with: the verdict on a point in dispute, or that there is none. `words` names clauses.
[[nodiscard]] std::string openingMarkup(const Dispute* dispute, const Words& words);
/// The class of that.
[[nodiscard]] std::string openingKind(const Dispute* dispute);
/// The classes of a finding and of a ruling: what it came to, and whether it counts no more.
[[nodiscard]] std::string findingKind(const FoundIllegal& found);
[[nodiscard]] std::string rulingKind(const RulingVerdict& ruling);
/// "overturned", "overturned, superseded".
[[nodiscard]] std::string rulingTag(const RulingVerdict& ruling);
/// A list of the rulings.
[[nodiscard]] std::string rulingsMarkup(const Verdict& verdict, const Words& words);
/// What stands below an event of the transcript: findings against it, the verdict on a ruling.
[[nodiscard]] std::map<EventNumber, std::string> notesByEvent(const Verdict& verdict);

}  // namespace docket::report
