// The lists of a verdict on a page: the grades, the findings, the rulings.
// Invariant: a ruling is shown in words, as everywhere (claim_words.h); unfolding it shows its notation.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/report/disputes.h"
#include "tools/verdict/verdict.h"
#include "tools/words/words.h"

namespace docket::report {

/// "EXACT" in an element styled by grade; `is_past`: it concerns only superseded rulings.
[[nodiscard]] std::string gradeMarkup(Grade grade, bool is_past = false);
/// True if every difference is a ruling that was replaced.
[[nodiscard]] bool differsInThePastOnly(const Verdict& verdict);
/// The parts of the verdict that decide its grade, as markup; empty if all are exact.
[[nodiscard]] std::string gradeReason(const Verdict& verdict);
/// A table with a row for each part of the verdict, and the meaning of the three grades.
[[nodiscard]] std::string gradesMarkup(const Verdict& verdict);
/// A list of the findings, in order of the events. `words` names clauses.
[[nodiscard]] std::string findingsMarkup(const Verdict& verdict, const Words& words);
/// A list of the rulings in `disputes`, a game's or a part of it, the standing ones first; the rulings that replaced
/// the others are in `all`.
[[nodiscard]] std::string rulingsMarkup(const std::vector<Dispute>& disputes, const Disputes& all, const Words& words);

/// The notes below an event of the transcript: findings against it, rulings given there and their verdicts.
class EventNotes {
 public:
  /// `disputes` must outlive this object, and must have seen the table that a ruling is about before at() is called for
  /// it.
  EventNotes(const Verdict& verdict, const Disputes& disputes);
  /// The notes on event `number`, as markup; empty if there are none.
  [[nodiscard]] std::string at(EventNumber number) const;

 private:
  std::map<EventNumber, std::string> findings_;
  const Disputes& disputes_;
};

// -- the pieces of these

/// The CSS classes of a finding and of a ruling: its outcome, and whether it still counts.
[[nodiscard]] std::string findingKind(const ReportedFinding& found);
[[nodiscard]] std::string rulingKind(const RulingVerdict& ruling);
/// "right", "undecided", "wrong"; for a wrong ruling that was not replaced, "wrong, and it still stands".
[[nodiscard]] std::string rulingTag(const RulingVerdict& ruling);
/// "event 30, turn 3, action phase", with a link.
[[nodiscard]] std::string pointLink(EventNumber event, const Words& words);
/// "Dana"; "a judge" if the name is missing.
[[nodiscard]] std::string judgeMarkup(const RulingVerdict& ruling);
/// "Replaced by Dana, event 32" for a ruling that does not stand; the later ruling is in `all`.
[[nodiscard]] std::string replacedMarkup(const RulingVerdict& ruling, const Disputes& all);
/// The values of a claim's parts, and the changes that its stats depend on.
[[nodiscard]] std::string basisMarkup(const Dispute& dispute);
/// A clause and its gist; a clause that no document has is marked as the judge's own.
[[nodiscard]] std::string clauseMarkup(const std::string& clause, const Words& words);
/// The reasons, collapsed: the derivation tree, and for a ruling the notation of its claim.
[[nodiscard]] std::string whyMarkup(const Explanation& tree, const Words& words);
[[nodiscard]] std::string derivationMarkup(const RulingVerdict& ruling, const Words& words);

}  // namespace docket::report
