// docket desk invite, sessions and revoke: who may use a desk from another machine.
#pragma once

#include "tools/commands/command.h"

namespace docket {

/// Runs the subcommand that the first word names.
int runDeskPeople(const Arguments& arguments, Streams& streams);

}  // namespace docket
