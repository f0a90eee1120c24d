// Which record of an archive somebody means who names a game: events/game_id.h says how games and their records are
// named. Invariant: what people type becomes the id of a record here and nowhere else.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "store/archive.h"

namespace docket {

/// The record that `name` means: of a game the newest, of "GAME@1" the first. BadInput, with the nearest ids, where
/// there is none.
[[nodiscard]] Game named(const Archive& archive, std::string_view name);
/// The id of the record that replaces the one of this id, where there is one; of a later one, where that is not here.
[[nodiscard]] std::optional<std::string> replacedBy(const Archive& archive, std::string_view id);
/// The ids of all records that another one here replaces: who counts games counts these not, as the same game would
/// count twice. One reading of the list of games.
[[nodiscard]] std::set<std::string, std::less<>> replacedRecords(const Archive& archive);

}  // namespace docket
