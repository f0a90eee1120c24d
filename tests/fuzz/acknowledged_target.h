// The fuzz target for the file ACKNOWLEDGED: reads the input as such a file, and checks that every line of the answer
// is in it as written.
#pragma once

#include <fmt/format.h>
#include <kj/debug.h>

#include <string_view>

#include "store/platform/acknowledged.h"

namespace docket {

/// Returns whether the text acknowledges anything.
inline bool takeAcknowledged(std::string_view text) {
  const auto acknowledged = detail::latestOf(text);
  for (const auto& line : acknowledged) {
    if (line.game == 0) continue;  // for the whole archive, the latest commit of any line
    const auto begins = fmt::format("game {} count {} head {} id {}", line.game, line.count, hex(line.head), line.id);
    KJ_REQUIRE(text.find(begins) != std::string_view::npos, "it acknowledges what it does not say", begins.c_str());
    KJ_REQUIRE(acknowledged.front().game == 0 && acknowledged.front().commit >= line.commit,
               "a line is after the whole");
  }
  return !acknowledged.empty();
}

}  // namespace docket
