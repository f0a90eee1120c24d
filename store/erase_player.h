// Erases a player's name from a stored game: from its header or its label, its index rows, and derived data that
// contains the name. Internal to the archive.
// Invariant: the head before the first event does not change, so neither does any later head, leaf or proof.
#pragma once

#include <rocksdb/write_batch.h>

#include <cstdint>
#include <string_view>

namespace docket::detail {

class Database;

/// Adds to a batch the erasure of the name of the player at a seat (from 1). Adds nothing if it throws: BadInput if
/// there is no such game or seat, or if the name has no salt, so that its head would change; DamagedArchive if the
/// header does not match the game's head.
void addErasure(const Database& database, rocksdb::WriteBatch& batch, std::string_view id, std::uint8_t seat);

}  // namespace docket::detail
