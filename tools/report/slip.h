// The slip of a decision: one page to print and to sign, with the table, the question, the clauses in words, the
// decision, the penalties and the rules' answer.
// Invariant: it contains only what the record and its rules state. Its text is one page of kSlipLines lines of
// kSlipColumns columns; omissions are marked.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/explain/claim_words.h"
#include "tools/game/game_loader.h"
#include "tools/verdict/rulings_given.h"
#include "tools/verdict/verdict.h"

namespace docket::report {

inline constexpr std::size_t kSlipLines = 66, kSlipColumns = 78;

/// A decision: a ruling, or a matter of discretion (rulings_given.h), which has no verdict.
struct Slip {
  std::string game, head, ruleset;
  std::vector<std::string> occasion{};  ///< "Winter Court", "round 2", "table 7"
  std::vector<std::string> players{};   ///< by seat: "P1 Aiko"
  EventNumber event = 0;                ///< the decision
  EventNumber about = 0;                ///< it is about the table after this event; 0: none
  std::string when{};                   ///< the time of that event: "turn 3, action phase"
  std::string act{};                    ///< what happened then, in words
  std::vector<std::string> acts{};      ///< the other events that a ruling on legality names: "Event 7: ..."
  /// The changes in effect on the stats that a ruling is about: "minimum 4, while its source is in play, from Old Keep
  /// #1 (event 7)".
  std::vector<std::string> changes{};
  std::string judge{}, note{};
  /// The ruling that replaced it, in words: "Personal Honor of Steady Guard #2 = 4 (event 16, by Dana)"; empty: it
  /// stands.
  std::string superseded_by{};
  std::string supersedes{};               ///< likewise, the ruling that it replaced
  std::optional<RulingVerdict> ruling{};  ///< empty for a matter of discretion
  std::string claim{};                    ///< the claim of a ruling, in words
  /// The question in words of the table, and the judge's answer: "Was the second use of Ember Lynx by Gus in turn 5
  /// legal?" and "Yes."; empty for a matter of discretion.
  std::string question{}, answer{};
  std::vector<ClaimPart> gives{};  ///< the values of its parts: "Force of ...", "4"
  std::vector<std::pair<std::string, std::string>>
      clauses{};          ///< the cited clauses with their texts; a text is empty for a clause of the judge's own
  std::string decided{};  ///< the decision in a matter of discretion
  std::vector<std::string> penalties{};  ///< the penalties of the game that count
  std::string scope{};                   ///< the part of the game that its rules judge
};

/// The slip of the decision at event `number`; if empty, of the last ruling that stands. Throws BadInput, with the
/// existing decisions, if the event is not one.
[[nodiscard]] Slip slipOf(const OpenGame& game, const Verdict& verdict, std::optional<EventNumber> number);

[[nodiscard]] std::string jsonOf(const Slip& slip);

}  // namespace docket::report
