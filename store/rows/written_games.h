// When each game was last written to, for validating stored data about games. The index over the games
// (derived_store.h) has a row for each game that got events after it was added:
//
//   key kWrittenGames, segment game     the archive's event count after the latest of these writes, eight bytes
//   key kWrittenGames, segment 0        the same, for all games whose rows were deleted
//
// Invariant: the row is written in the batch that writes the events. So data about a game from when the archive had n
// events (Archive::totals()) is still valid if neither the game's row nor that of segment 0 has a larger count.
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

/// The row that replaces all deleted ones, when the archive has `events` events.
[[nodiscard]] DerivedStore::IndexRow deletedWrittenGames(std::uint64_t events);

/// Calls `visit` with the number of each such game and the archive's event count. A malformed row counts as written
/// just now.
void forEachWrittenGame(const DerivedStore& rows,
                        const std::function<void(std::uint32_t game, std::uint64_t events)>& visit);

namespace detail {

class Database;

/// Adds these rows for the games to which a batch adds events and which existed before it: those with a number up to
/// `games`. `events`: the archive's event count after the batch.
void addWrittenGames(const Database& database, rocksdb::WriteBatch& batch, std::uint32_t games, std::uint64_t events);

}  // namespace detail
}  // namespace docket
