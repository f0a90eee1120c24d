// Which record of an archive somebody means who names a game: events/game_id.h says how games and their records are
// named. Invariant: what people type becomes the id of a record here and nowhere else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/archive.h"

namespace docket {

/// The record that `name` means: of a game the newest, of "GAME@1" the first. BadInput, with the nearest ids, where
/// there is none.
[[nodiscard]] Game named(const Archive& archive, std::string_view name);
/// The id of the record that replaces the one of this id, where there is one; of a later one, where that is not here.
[[nodiscard]] std::optional<std::string> replacedBy(const Archive& archive, std::string_view id);

}  // namespace docket
