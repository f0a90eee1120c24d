// A limit as it applies to an act or a card, and the count of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/ids.h"

namespace docket {

/// A limit that applies to an ability or a card: one of the ruleset's, with the card's parameters.
struct ApplicableLimit {
  const Limit* limit = nullptr;
  LimitIndex index = kUnbound;
  std::int32_t max = 0;
  const LimitOf* of = nullptr;  ///< null for a limit on every ability or card
  std::int32_t least_max = 0;   ///< less than max if max is an amount that depends on something unknown
};

/// A use that would count, but was given back.
struct GivenBackUse {
  EventNumber use;
  EventNumber by;  ///< the event that gave it back; 0 if the use itself was negated
  const std::string* clause;
};

/// The count of a limit: how much of it is used.
struct UsedCount {
  std::int32_t used = 0;
  std::int32_t perhaps = 0;          ///< uses that may count
  std::vector<EventNumber> used_by;  ///< newest first
  std::vector<EventNumber> perhaps_by;
  std::vector<EventNumber> of_unknown;  ///< of perhaps_by, those of cards that are unknown or in no catalogue
  std::vector<GivenBackUse> given_back;
};

/// True if the limit may be exceeded only because of uses of unknown cards. That is a doubt (judge/doubt.h), not a
/// finding.
[[nodiscard]] inline bool restsOnUnknownCards(const ApplicableLimit& limit, const UsedCount& count) {
  const std::int32_t all = count.used + count.perhaps;
  const auto without = all - static_cast<std::int32_t>(count.of_unknown.size());
  return count.used < limit.max && all >= limit.least_max && without < limit.least_max;
}

}  // namespace docket
