// The limit counters that are in use at a point: each once, with the uses that it counts and those that were given
// back.
// Invariant: uses that a limit counts together are in one counter, others in separate ones.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "engine/judge/judge.h"
#include "events/json/json_writer.h"
#include "tools/words/words.h"

namespace docket {

struct LimitCounter {
  UseQuestion question;  ///< the newest use that it counts
  AppliedLimit limit;
  UsedCount reading;
};

struct LimitCounters {
  std::vector<LimitCounter> counters;       ///< by the ruleset's order of limits, then the oldest use first
  std::vector<EventNumber> uncertain_uses;  ///< uses whose limits are not known
};

/// Every counter that counts a use now, or had one given back in its period. Pointers go into the rules.
[[nodiscard]] LimitCounters limitCounters(const State& state, const Rules& rules);

/// The owner of a counter: "Unbowed Champion #2, ability 1 (Battle)", "cards titled Raigeki, by P1".
[[nodiscard]] std::string counterSubject(const LimitCounter& counter, const Words& words);

/// Prints them, at most 80 columns wide; each line begins with two blanks.
void printLimitCounters(std::ostream& out, const LimitCounters& counters, const Words& words, bool colour);
/// Writes the members "card", "ability" and "named": the thing that is used.
void writeUsed(JsonWriter& json, const UseQuestion& used, const State& state);
/// Writes the members "limits" and "uncertainUses" of an object.
void writeLimitCounters(JsonWriter& json, const LimitCounters& counters, const Words& words);

}  // namespace docket
