#include "tools/words/amount_words.h"

namespace docket {

std::string amountWords(const AmountReading& reading) {
  if (reading.value.isUnknown()) return "unknown";
  return reading.value.isAbsent() ? "absent" : std::to_string(reading.amount());
}

std::string seenWords(const Observation& seen) { return seen.absent ? "absent" : std::to_string(seen.amount); }

}  // namespace docket
