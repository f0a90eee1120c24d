// Stats and values in words.
#pragma once

#include <string>

#include "engine/query/stats/amounts.h"

namespace docket {

/// "5", "absent", "unknown".
[[nodiscard]] std::string amountWords(const AmountReading& reading);
/// The observed amount: "5", "absent".
[[nodiscard]] std::string seenWords(const Observation& seen);

}  // namespace docket
