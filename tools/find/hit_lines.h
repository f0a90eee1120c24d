// The hits in a game as a line of the result of a range (schemas/range.capnp), and read back.
// Invariant: hits that are read back print as those that were written; malformed lines are ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/range.capnp.h"
#include "tools/find/archive_question.h"

namespace docket::find {

/// The line about the game whose first leaf this is. `damage`: why it cannot be searched; empty: it can.
[[nodiscard]] std::string searchLine(std::uint64_t leaf, std::string_view game, const std::vector<Hit>& hits,
                                     std::string_view damage);
/// The hits of such a line; empty if they are malformed.
[[nodiscard]] std::optional<std::vector<Hit>> hitsOf(schema::RangeLine::Search::Reader line);

}  // namespace docket::find
