// The interface to other programs: questions come in as lines, answers go out as lines.
#pragma once

#include "tools/commands/command.h"

namespace docket {

/// docket session
[[nodiscard]] Command sessionCommand();

}  // namespace docket
