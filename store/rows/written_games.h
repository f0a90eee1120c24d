// When each game was written last: to validate data that is stored about games. A row of the index over the
// games (derived_store.h) for each game of which events were written after it was added:
//
//   key kWrittenGames, segment game     how many events the archive had after the latest of these writes, eight bytes
//   key kWrittenGames, segment 0        the same, of all games of which the rows were deleted
//
// Invariant: the row is written in the batch that writes the events. So what was found out about a game when the
// archive had n events (Archive::totals()) is still so if neither the game's row nor that of game 0 has more.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "store/rows/derived_store.h"

namespace rocksdb {
class WriteBatch;
}

namespace docket {

/// The key of these rows.
inline constexpr std::string_view kWrittenGames = "1\twritten";

/// The row that stands for those that are deleted when the archive has so many events.
[[nodiscard]] DerivedStore::IndexRow deletedWrittenGames(std::uint64_t events);

/// Calls `see` with the number of each such game, and how many events the archive had. A row that cannot be read counts
/// as written just now.
void forEachWrittenGame(const DerivedStore& rows,
                        const std::function<void(std::uint32_t game, std::uint64_t events)>& see);

namespace detail {

class Database;

/// Adds these rows for the games of which a batch writes events and that existed before it: those with a number up to
/// `games`. `events`: how many events the archive has after it.
void addWrittenGames(const Database& database, rocksdb::WriteBatch& batch, std::uint32_t games, std::uint64_t events);

}  // namespace detail
}  // namespace docket
