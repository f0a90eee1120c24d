// The parts of `docket rules` that have a file of their own.
#pragma once

#include "tools/command.h"

namespace docket {

/// docket rules check FILE
int checkRules(const Arguments& arguments, Streams& streams);
/// docket rules diff A B
int diffRules(const Arguments& arguments, Streams& streams);

}  // namespace docket
