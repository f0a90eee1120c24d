// Checks that a header is well formed (validate.h).
#pragma once

#include <optional>
#include <string_view>

#include "events/validate.h"

namespace docket {

/// True if a text is a date as headers have it, YYYY-MM-DD, so that comparing bytes compares dates.
[[nodiscard]] bool isDate(std::string_view text);
/// The first fault of a header, or nothing.
[[nodiscard]] std::optional<Fault> validate(schema::Header::Reader header);

}  // namespace docket
