// The fields that the leaves of all segments of a game share: the game's identity and its pinned documents; and the
// leaf that the first leaf of a replacing record follows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "events/digest.h"
#include "events/heads.h"
#include "events/log/leaf.h"
#include "schemas/event.capnp.h"

namespace docket::detail {

class Database;

/// The leaf of a game, without its place, its head and its event count.
[[nodiscard]] GameLeaf leafOfGame(schema::Header::Reader header, const Secrets& secrets);
/// leafOfGame() for a stored game. Throws DamagedArchive, which names it `id`.
[[nodiscard]] GameLeaf leafOfGame(const Database& database, std::uint32_t game, std::string_view id);

/// The record that another record replaces.
struct Replaced {
  std::string id;
  Digest head{};  ///< the head of the replaced record at the time
};
/// Empty if the header replaces nothing, or is one seat's view, which does not give the head.
[[nodiscard]] std::optional<Replaced> replacedIn(schema::Header::Reader header);
[[nodiscard]] std::optional<Replaced> replacedIn(const Database& database, std::uint32_t game, std::string_view id);
/// The leaf that a replacement follows: that of the segment that ends in the given head. Empty if the archive has no
/// record of that id, or it was added after game number `before`. Throws BadInput, about the record `by`, if that
/// record has no such head.
[[nodiscard]] std::optional<std::uint64_t> leafThatIsReplaced(const Database& database, const Replaced& replaced,
                                                              std::string_view by, std::uint32_t before = UINT32_MAX);

}  // namespace docket::detail
