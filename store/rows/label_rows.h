// The row in which a game's label is kept beside its record (rows.h, game 6), and what writes it. Internal to the
// archive.
// Invariant: a label says only what the game's header leaves open, and the index finds the game by both. No head, leaf
// or proof is made of it.
#pragma once

#include <rocksdb/write_batch.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "events/game_label.h"

namespace docket::detail {

class Database;

/// The row: a byte that says its form (1), round, table and game of the match in four bytes each, a byte with a bit for
/// each seat of a name that was erased, a byte that says how many players follow; then event, match and players, each a
/// length of four bytes and a text.
[[nodiscard]] std::string encode(const GameLabel& label);
/// Nothing where the row is malformed, or of a form that this program does not know.
[[nodiscard]] std::optional<GameLabel> decodeLabel(std::string_view from);

/// The label that a row holds; an empty one where the row is empty. Throws DamagedArchive.
[[nodiscard]] GameLabel labelIn(std::string_view row, const Database& database, std::string_view id);
/// The label of a game; an empty one where none is kept. Throws DamagedArchive.
[[nodiscard]] GameLabel readLabel(const Database& database, std::uint32_t number, std::string_view id);

/// Adds to a batch the row of a game's label, or what takes it away where it is empty, and the rows of the index.
/// BadInput where there is no such game, or the label says what its header says already.
void addLabelRows(const Database& database, rocksdb::WriteBatch& batch, std::string_view id, const GameLabel& label);

}  // namespace docket::detail
