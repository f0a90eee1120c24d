// Limits in words: what is counted, keyed by what, within what, how many, what gives a use back.
#pragma once

#include <cstdint>
#include <string>

#include "engine/query/limits/limits.h"

namespace docket {

/// The words for a limit: "1 activation by the same card of the same ability in one turn".
[[nodiscard]] std::string limitWords(const ApplicableLimit& applicable, const Ruleset& ruleset);
/// How much of a limit is used: "1 of 1"; "0 to 1 of 1" if it is unknown whether some uses count. `perhaps`: the number
/// of these.
[[nodiscard]] std::string usedOf(std::int32_t used, std::int32_t perhaps, std::int32_t max);
/// When its count resets: "when the turn ends"; "only with a new game".
[[nodiscard]] std::string resetWords(const Limit& limit, const Ruleset& ruleset);
/// The event that gives a use back: "the card leaves its location".
[[nodiscard]] std::string givenBackWords(schema::Limit::GivenBack::When when);

}  // namespace docket
