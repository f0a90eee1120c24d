// Resolves a game name typed by a user to a record of an archive; events/game_id.h defines the names.
// Invariant: only this code turns a typed name into the id of a record.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "store/archive.h"

namespace docket {

/// The record that `name` refers to: for a game the newest, for "GAME@1" the first. BadInput, with the nearest ids, if
/// there is none.
[[nodiscard]] Game named(const Archive& archive, std::string_view name);
/// The id of the record that replaces this one, if any; or of a later one if that is not in the archive.
[[nodiscard]] std::optional<std::string> replacedBy(const Archive& archive, std::string_view id);
/// The ids of all records that another record in the archive replaces. Skip these when counting games, because the same
/// game would count twice. Reads the list of games once.
[[nodiscard]] std::set<std::string, std::less<>> replacedRecords(const Archive& archive);

}  // namespace docket
