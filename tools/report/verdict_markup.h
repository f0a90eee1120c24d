// The lists of what verifying a game came to, as a page shows them: the grades, the findings, the rulings.
// Invariant: a ruling is told in words, as everywhere (claim_words.h); its notation is there for whoever unfolds it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/report/disputes.h"
#include "tools/verdict/verdict.h"
#include "tools/words/words.h"

namespace docket::report {

/// "EXACT" in an element that shows how good it is; `is_past`: what is behind it counts no more.
[[nodiscard]] std::string gradeMarkup(Agreement agreement, bool is_past = false);
/// Whether all that differs is rulings that were replaced.
[[nodiscard]] bool differsInThePastOnly(const Verdict& verdict);
/// By which of its parts the verdict has its grade, as markup; nothing where all of them are exact.
[[nodiscard]] std::string gradeReason(const Verdict& verdict);
/// A table with a row for each part of the verdict, and what the three grades say.
[[nodiscard]] std::string gradesMarkup(const Verdict& verdict);
/// A list of the findings, in order of the events. `words` names clauses.
[[nodiscard]] std::string findingsMarkup(const Verdict& verdict, const Words& words);
/// A list of the rulings among `disputes`, those of a game or of a part of it, first those that stand; what replaced
/// the others is among `all`.
[[nodiscard]] std::string rulingsMarkup(const std::vector<Dispute>& disputes, const Disputes& all, const Words& words);

/// What stands below an event of the transcript: findings against it, what was ruled and the verdict on that.
class EventNotes {
 public:
  /// `disputes` must outlive it, and have seen the table that a ruling is about before that is asked for.
  EventNotes(const Verdict& verdict, const Disputes& disputes);
  /// Of event `number`, as markup; empty where there is nothing to say.
  [[nodiscard]] std::string at(EventNumber number) const;

 private:
  std::map<EventNumber, std::string> findings_;
  const Disputes& disputes_;
};

// -- the pieces of these

/// The classes of a finding and of a ruling: what it came to, and whether it counts no more.
[[nodiscard]] std::string findingKind(const FoundIllegal& found);
[[nodiscard]] std::string rulingKind(const RulingVerdict& ruling);
/// "right", "undecided", "wrong"; of a wrong one that nothing replaced "wrong, and it still stands".
[[nodiscard]] std::string rulingTag(const RulingVerdict& ruling);
/// "event 30, turn 3, action phase", with a link.
[[nodiscard]] std::string pointLink(EventNumber event, const Words& words);
/// "Dana", with "a judge" of one whose name is not there.
[[nodiscard]] std::string judgeMarkup(const RulingVerdict& ruling);
/// "Replaced by Dana, event 32" of a ruling that does not stand; the later one is among `all`.
[[nodiscard]] std::string replacedMarkup(const RulingVerdict& ruling, const Disputes& all);
/// What the parts of a claim come to, and the changes that its stats rest on.
[[nodiscard]] std::string basisMarkup(const Dispute& dispute);
/// A clause and its gist; one that no document has is the judge's own.
[[nodiscard]] std::string clauseMarkup(const std::string& clause, const Words& words);
/// Why, folded: the tree, and of a ruling the notation of its claim.
[[nodiscard]] std::string whyMarkup(const Explanation& tree, const Words& words);
[[nodiscard]] std::string derivationMarkup(const RulingVerdict& ruling, const Words& words);

}  // namespace docket::report
