// Finds the place of a value in JSON that was already read, for error messages. Used only after an error, so it may be
// slow.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "events/json/json.h"

namespace docket {

/// The place of the value at a path ("cardMoved.card", "context.identities[0].card") is in JSON that readJson accepts;
/// for a missing value, the nearest enclosing object or list.
[[nodiscard]] TextPlace placeOf(const JsonSource& source, std::string_view path);
/// The paths of the numbers, texts and booleans in JSON that readJson accepts.
[[nodiscard]] std::set<std::string> scalarPaths(const JsonSource& source);
/// The place of the character at `inner` (line and column from 1, counted in the decoded text) within the text at a
/// path; an inner line of 0 means the value itself.
[[nodiscard]] TextPlace placeWithin(const JsonSource& source, std::string_view path, TextPlace inner);
/// Throws BadInput with the place at which a text is no longer valid JSON.
[[noreturn]] void refuseSyntax(const JsonSource& source);

}  // namespace docket
