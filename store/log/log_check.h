// The check of an archive's log: that the tree is that of its leaves, and that leaves and games tell the same.
// Internal to the full check. An archive of before there was a log has none, and nothing is checked of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace docket::detail {

class Database;

/// That each leaf can be read, that the stored hashes are those of the leaves, and that no leaf tells of a game that is
/// not there. Throws DamagedArchive. `alive` is called at each leaf.
void checkLog(const Database& database, const std::function<void()>& alive);

/// That each segment of a game has its leaf, and that this leaf says what the segment does. Throws DamagedArchive.
void checkLeaves(const Database& database, std::uint32_t game, std::string_view id);

}  // namespace docket::detail
