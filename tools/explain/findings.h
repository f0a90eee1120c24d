// Findings as JSON, for programs: {"kind","grade","clause","event","card","player","restsOn"} and fields by kind.
// Invariant: a finding names cards by index, so it is shown with a state that has them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/judge/judge.h"
#include "events/json/json_writer.h"

namespace docket {

/// "limit", "requirement", ...
[[nodiscard]] std::string_view findingWord(const Finding& finding);
/// The heading for the event of a finding: "Impossible", "Illegal", "Perhaps illegal", "Not explained".
[[nodiscard]] std::string_view findingTag(const Finding& finding);
/// The fault of an act or of the end of the game: "may not", "unpaid", "winner", ...; empty for other kinds.
[[nodiscard]] std::string_view breachWord(const Finding& finding);
/// The fault by a card's text: "twice", "missing", ...; empty for other kinds.
[[nodiscard]] std::string_view faultWord(const Finding& finding);

/// The table with which the findings about an event are shown: the one before it or, if they are about cards that
/// enter the game with it, the one after it. `before` must outlive it.
class StateForFindings {
 public:
  StateForFindings(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event,
                   const std::vector<Finding>& findings);
  /// For callers that have the table after the event, which must outlive it too.
  StateForFindings(const State& before, const State& after, const std::vector<Finding>& findings);

  [[nodiscard]] const State& state() const { return made_ ? *made_ : *shown_; }

 private:
  const State* shown_;
  std::optional<State> made_;
};

/// Adds a finding as an item of the list that is open. `table` is the table with which it is shown.
void addFinding(JsonWriter& json, const Finding& finding, const State& table, const Ruleset& ruleset);
/// The same item as a JSON text.
[[nodiscard]] std::string findingJson(const Finding& finding, const State& table, const Ruleset& ruleset);

}  // namespace docket
