// Checks that a header is well formed (validate.h).
#pragma once

#include <optional>
#include <string_view>

#include "events/validate.h"

namespace docket {

/// True if a text is a date in the form of headers, YYYY-MM-DD, in which comparing bytes compares dates.
[[nodiscard]] bool isDate(std::string_view text);
/// The first fault of a header, or nothing.
[[nodiscard]] std::optional<Fault> validate(schema::Header::Reader header);

}  // namespace docket
