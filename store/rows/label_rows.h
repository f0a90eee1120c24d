// The row that stores a game's label (rows.h, game 6), and its writer. Internal to the archive.
// Invariant: a label gives only what the game's header leaves open, and the index finds the game by both. It is not
// part of any head, leaf or proof.
#pragma once

#include <rocksdb/write_batch.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/game_label.h"

namespace docket::detail {

class Database;

/// The row: a byte for its form (1, or 2 with who recorded which events), round, table and game of the match in four
/// bytes each, a byte with a bit for each seat of a name that was erased, a byte for the number of players; then event,
/// match and players, each a length of four bytes and a text; in form 2 then, for each recorder, the first and the last
/// event in four bytes each, and the name.
[[nodiscard]] std::string encode(const GameLabel& label);
/// Empty if the row is malformed, or of a form that this program does not know.
[[nodiscard]] std::optional<GameLabel> decodeLabel(std::string_view from);

/// The label in a row; an empty one for an empty row. Throws DamagedArchive.
[[nodiscard]] GameLabel labelIn(std::string_view row, const Database& database, std::string_view id);
/// The label of a game; an empty one if none is stored. Throws DamagedArchive.
[[nodiscard]] GameLabel readLabel(const Database& database, std::uint32_t number, std::string_view id);

/// Adds to a batch the row of a game's label, or its deletion if the label is empty, and the index rows. BadInput if
/// there is no such game, or the label repeats a field of its header.
void addLabelRows(const Database& database, rocksdb::WriteBatch& batch, std::string_view id, const GameLabel& label);

/// The row of a game's header, with the game's number. Throws BadInput if there is no such game, DamagedArchive if the
/// row is missing.
struct StoredHeader {
  std::uint32_t number = 0;
  std::string row;
};
[[nodiscard]] StoredHeader storedHeader(const Database& database, std::string_view id);
/// Adds index rows to a batch: the index then finds a game by the keys `after`, and no longer by those in `before`.
void replaceIndexKeys(const Database& database, rocksdb::WriteBatch& batch, const std::vector<std::string>& before,
                      const std::vector<std::string>& after, std::uint32_t number);

}  // namespace docket::detail
