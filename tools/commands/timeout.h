// The option that bounds a full check: a file or a disk may never answer.
#pragma once

#include <chrono>

#include "store/check/check.h"
#include "tools/commands/command.h"

namespace docket {

inline Option timeoutOption() {
  return {.name = "timeout",
          .value = "SECONDS",
          .help = "how long to wait for a file or a disk (120)",
          .least = 1,
          .most = 86'400,
          .default_value = static_cast<std::uint32_t>(kCheckSilence.count())};
}

[[nodiscard]] inline std::chrono::seconds timeoutOf(const Arguments& arguments) {
  return std::chrono::seconds(arguments.number("timeout").value_or(kCheckSilence.count()));
}

}  // namespace docket
