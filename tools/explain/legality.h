// The verdict on an event, combined from the judge's findings, the doubts and the scope of the rules. Explanations,
// hypothetical acts and lists of acts use it, so that they agree.
// Invariant: an event is legal only if nothing is found against it and nothing unknown matters.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/judge/scope_of_rules.h"
#include "engine/query/acts/finding.h"
#include "engine/query/acts/pending_event.h"
#include "engine/rules/expression/value.h"
#include "tools/game/grade.h"

namespace docket {

/// The rules' judgement of an act.
enum class Standing : std::uint8_t { legal, illegal, undecided };
/// "legal", "ILLEGAL", "undecided".
[[nodiscard]] std::string_view standingWord(Standing standing);

struct Legality {
  Standing standing = Standing::legal;
  bool possible = true;                       ///< false: the table contradicts what the event assumes
  std::optional<expression::Reason> doubt{};  ///< something unknown that matters and is in no finding
  ScopeOfAct scope{};                         ///< the judged part

  /// True if nothing is against it only because no rule covers it.
  [[nodiscard]] bool isUnjudged() const { return standing == Standing::legal && !scope.isCovered(); }
  [[nodiscard]] Grade grade() const;
  /// "legal", "ILLEGAL", "IMPOSSIBLE", "undecided", "not judged".
  [[nodiscard]] std::string_view word() const;
};

/// `findings`: what the judge found against the event.
[[nodiscard]] Legality legalityOf(const PendingEvent& pending, const std::vector<Finding>& findings);

}  // namespace docket
