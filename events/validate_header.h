// Is a header well formed? (validate.h)
#pragma once

#include <optional>
#include <string_view>

#include "events/validate.h"

namespace docket {

/// Whether it is a day as headers have it, YYYY-MM-DD, so that comparing bytes compares days.
[[nodiscard]] bool isDate(std::string_view text);
/// The first thing that is wrong with a header, or nothing.
[[nodiscard]] std::optional<Fault> validate(schema::Header::Reader header);

}  // namespace docket
