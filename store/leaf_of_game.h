// What the leaves of a game say of it whichever segment they are of: whose it is, and the documents that it pins.
#pragma once

#include <cstdint>
#include <string_view>

#include "events/heads.h"
#include "events/log/leaf.h"
#include "schemas/event.capnp.h"

namespace docket::detail {

class Database;

/// The leaf of a game, but for its place, its head and its count of events.
[[nodiscard]] GameLeaf leafOfGame(schema::Header::Reader header, const Secrets& secrets);
/// The same of a game that is stored. Throws DamagedArchive, which names it `id`.
[[nodiscard]] GameLeaf leafOfGame(const Database& database, std::uint32_t game, std::string_view id);

}  // namespace docket::detail
