// The verdict on a record that stands in memory, which no archive has: as a site tells a game without its persons.
#pragma once

#include "tools/verdict/verdict.h"

namespace docket {

/// Recomputes all but the heads, for which such a record has nothing to compare: `heads` and `head` are for whoever has
/// the game that it was made of. There are no keyframes and digests of it.
[[nodiscard]] Verdict verifyRecord(const OpenGame& record);

}  // namespace docket
