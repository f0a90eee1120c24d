// The program: from its arguments to an exit status. main() only supplies the streams; tests run it in process.
// Invariant: every exception is caught here, once, and becomes a message that says what to do next.
#pragma once

#include <span>
#include <string>

#include "tools/commands/command.h"

namespace docket {

/// Runs `docket` with these arguments (without the program's name) and gives its exit status (tools/io/exit_status.h).
int runProgram(std::span<const std::string> typed, Streams& streams);

}  // namespace docket
