// The option by which a command takes several games at once.
#pragma once

#include <cstddef>

#include "store/platform/parallel.h"
#include "tools/commands/command.h"

namespace docket {

inline Option jobsOption() {
  return {
      .name = "jobs", .value = "N", .help = "number of games at once (default: one per core)", .least = 1, .most = 256};
}

/// The number of games to process at once; default: one per core.
[[nodiscard]] inline std::size_t jobsOf(const Arguments& arguments) {
  return arguments.number("jobs").value_or(threadsOfMachine());
}

}  // namespace docket
