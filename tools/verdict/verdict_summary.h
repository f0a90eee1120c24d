// A verdict in short: its grades, and what is damaged.
#pragma once

#include <string>

#include "tools/verdict/verdict.h"

namespace docket {

/// The summary of a verdict, without its JSON.
[[nodiscard]] VerdictSummary summaryOf(const Verdict& verdict);
/// A line about a record's heads: how many were recomputed, or what is damaged.
[[nodiscard]] std::string headWords(const Verdict& verdict);
/// A finding in a line, without what it rests on.
[[nodiscard]] std::string foundWords(const FoundIllegal& found);

}  // namespace docket
