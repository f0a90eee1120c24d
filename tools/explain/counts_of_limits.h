// The counts of the limits that are in use at a point: each once, with the uses that it counts and those that were
// given back.
// Invariant: uses that a limit counts together are in one count, others in separate ones.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "engine/judge/judge.h"
#include "events/json/json_writer.h"
#include "tools/words/words.h"

namespace docket {

struct CountOfLimit {
  UseQuestion question;  ///< the newest use that it counts
  ApplicableLimit limit;
  UsedCount reading;
};

struct CountsOfLimits {
  std::vector<CountOfLimit> counts;         ///< by the ruleset's order of limits, then the oldest use first
  std::vector<EventNumber> uncertain_uses;  ///< uses whose limits are not known
};

/// Every count that has a use now, or had one given back in its period. Pointers go into the rules.
[[nodiscard]] CountsOfLimits countsOfLimits(const State& state, const Rules& rules);

/// What a count is of: "Unbowed Champion #2, ability 1 (Battle)", "cards titled Raigeki, by P1".
[[nodiscard]] std::string countedSubject(const CountOfLimit& count, const Words& words);

/// Prints them, at most 80 columns wide; each line begins with two blanks.
void printCountsOfLimits(std::ostream& out, const CountsOfLimits& limits, const Words& words, bool colour);
/// Writes the members "card", "ability" and "named": the thing that is used.
void writeUsed(JsonWriter& json, const UseQuestion& used, const State& state);
/// Writes the members "limits" and "uncertainUses" of an object.
void writeCountsOfLimits(JsonWriter& json, const CountsOfLimits& limits, const Words& words);

}  // namespace docket
