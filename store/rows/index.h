// The index of games. Rows of the column family `index`:
//
//   'i' id                        the game's number, four bytes; so are the values below
//   'd'                 date id
//   'p' player          date id   a row for each different player
//   'e' event           date id
//   'r' ruleset version date id
//   'b' parent          id        of a branch
//   'b' game @          id        of a record that replaces another of that game
//
// where each part is escaped and ended (see keyPart() in rows.h), so that rows are in the order of their parts, and a
// listing by any of them is in the order of date and then id. Players and the event are those of the header, and of the
// label if the header leaves them open.
// Invariant: these rows are written in the batch that writes the header or the label.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/game_label.h"
#include "schemas/event.capnp.h"
#include "store/games.h"

namespace docket::detail {

[[nodiscard]] std::string idKey(std::string_view id);
/// The key of a branch of a game, and the common prefix of all branches of a game.
[[nodiscard]] std::string branchKey(std::string_view parent, std::string_view id);
[[nodiscard]] std::string branchKeyPrefix(std::string_view parent);
/// Follows a game's id, in place of a parent's id, in the keys of replacing records; no id ends like this.
[[nodiscard]] std::string replacementParent(std::string_view game);
/// All index keys of a game with this header and label.
[[nodiscard]] std::vector<std::string> indexKeys(schema::Header::Reader header, const GameLabel& label);

/// The start key of a listing by `filter`, and the prefix of its keys.
struct IndexRange {
  std::string prefix;
  std::string from;
};
[[nodiscard]] IndexRange rangeOf(const GameFilter& filter);
/// The prefix of the keys of all players, and the player in such a key; empty for another key.
[[nodiscard]] std::string playersPrefix();
[[nodiscard]] std::optional<std::string> playerIn(std::string_view key);
/// The id in a key of a listing, which ends with a date and an id; empty for any other key.
[[nodiscard]] std::optional<std::string_view> idIn(std::string_view key);

}  // namespace docket::detail
