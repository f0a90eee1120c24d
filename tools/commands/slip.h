// The command that prints a ruling for signature (command.h); only the table of commands needs to know of it.
#pragma once

#include "tools/commands/command.h"

namespace docket {

Command slipCommand();

}  // namespace docket
