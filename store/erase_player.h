// Erasing a player's name from a game that is stored: its header or its label, its rows of the index, and what was
// found out about the game, which says the name in words. Internal to the archive. Invariant: the head before the first
// event is what it was, so every later head, leaf and proof is too.
#pragma once

#include <rocksdb/write_batch.h>

#include <cstdint>
#include <string_view>

namespace docket::detail {

class Database;

/// Adds to a batch what erases the name of the player of that seat (from 1). Nothing is added where it throws: BadInput
/// where there is no such game or seat, or the name has no salt, so that its head would change; DamagedArchive where
/// the header is not the one that the game's head was made of.
void addErasure(const Database& database, rocksdb::WriteBatch& batch, std::string_view id, std::uint8_t seat);

}  // namespace docket::detail
