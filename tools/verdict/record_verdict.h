// The verdict on an in-memory record that is in no archive, such as a game on a site without its players' names.
#pragma once

#include "tools/verdict/verdict.h"

namespace docket {

/// Recomputes everything but the heads, which such a record has nothing to compare with. The caller fills in `heads`
/// and `head` from the original game. The record has no keyframes and no digests.
[[nodiscard]] Verdict verifyRecord(const OpenGame& record);

}  // namespace docket
