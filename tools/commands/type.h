// docket type.
#pragma once

#include "tools/commands/command.h"

namespace docket {

Command typeCommand();

}  // namespace docket
