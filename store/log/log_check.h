// Checks an archive's log: that the tree matches its leaves, and that leaves and games agree. Internal to the full
// check. An archive that predates the log has none, and nothing is checked.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace docket::detail {

class Database;

/// Checks that each leaf can be read, that the stored hashes are those of the leaves, and that each leaf's game exists.
/// Throws DamagedArchive. Calls `alive` at each leaf.
void checkLog(const Database& database, const std::function<void()>& alive);

/// Checks that each segment of a game has its leaf, and that the leaf agrees with the segment. Throws DamagedArchive.
void checkLeaves(const Database& database, std::uint32_t game, std::string_view id);

}  // namespace docket::detail
