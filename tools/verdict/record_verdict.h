// The verdict on a record by itself, whatever an archive stores with it: a game on a site without its players' names,
// or one whose findings and rulings are wanted.
#pragma once

#include "tools/verdict/verdict.h"

namespace docket {

/// Recomputes everything but the heads, and compares no keyframes. A caller that wants `heads` and `head` fills them in
/// from the original game.
[[nodiscard]] Verdict verifyRecord(const OpenGame& record);

}  // namespace docket
