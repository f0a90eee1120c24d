// Findings as JSON, for programs: {"kind","grade","clause","event","card","player","restsOn"} and what its kind adds.
#pragma once

#include "engine/judge.h"
#include "tools/json_writer.h"

namespace docket {

/// Adds a finding as an item of the list that is open. `before` is the state that it was judged in.
void addFinding(JsonWriter& json, const Finding& finding, const State& before, const Ruleset& ruleset);

}  // namespace docket
