// What the leaves of a game say of it whichever segment they are of: whose it is, and the documents that it pins; and
// which leaf the first one follows of a record that replaces another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "events/heads.h"
#include "events/log/leaf.h"
#include "schemas/event.capnp.h"
#include "store/types.h"

namespace docket::detail {

class Database;

/// The leaf of a game, but for its place, its head and its count of events.
[[nodiscard]] GameLeaf leafOfGame(schema::Header::Reader header, const Secrets& secrets);
/// The same of a game that is stored. Throws DamagedArchive, which names it `id`.
[[nodiscard]] GameLeaf leafOfGame(const Database& database, std::uint32_t game, std::string_view id);

/// What a record says that it replaces.
struct Replaced {
  std::string id;
  Bytes32 head{};  ///< that the record had then
};
/// Nothing where the header says none, or is that of what one seat could see, which does not tell the head.
[[nodiscard]] std::optional<Replaced> replacedIn(schema::Header::Reader header);
[[nodiscard]] std::optional<Replaced> replacedIn(const Database& database, std::uint32_t game, std::string_view id);
/// The leaf that a replacement of it follows, that of the segment that ends in that head. Nothing where the archive has
/// no record of that id, or it came after number `before` of the games. Throws BadInput, of the record `by`, where it
/// has none with that head.
[[nodiscard]] std::optional<std::uint64_t> leafThatIsReplaced(const Database& database, const Replaced& replaced,
                                                              std::string_view by, std::uint32_t before = UINT32_MAX);

}  // namespace docket::detail
