// Findings as JSON, for programs: {"kind","grade","clause","event","card","player","restsOn"} and what its kind adds.
// Invariant: a finding names cards by index, so it is told with a state that has them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/judge/judge.h"
#include "events/json_writer.h"

namespace docket {

/// "limit", "requirement", ...
[[nodiscard]] std::string_view findingWord(Finding::Kind kind);
/// What a finding makes of its event: "Impossible", "Illegal", "Perhaps illegal", "Not explained".
[[nodiscard]] std::string_view findingTag(const Finding& finding);
/// "may not", "must", ...
[[nodiscard]] std::string_view breachWord(Finding::Breach breach);
/// "twice", "missing", ...; empty for none.
[[nodiscard]] std::string_view faultWord(Finding::Fault fault);

/// The table with which the findings about an event are told: the one before it, or, where they are about cards that
/// come into the game with it, the one after it, which has these too. `before` must outlive it.
class StateForFindings {
 public:
  StateForFindings(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event,
                   const std::vector<Finding>& findings);

  [[nodiscard]] const State& state() const { return after_ ? *after_ : before_; }

 private:
  const State& before_;
  std::optional<State> after_;
};

/// Adds a finding as an item of the list that is open. `told` is the table with which it is told.
void addFinding(JsonWriter& json, const Finding& finding, const State& told, const Ruleset& ruleset);

}  // namespace docket
