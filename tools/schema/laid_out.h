// JSON laid out for people: a value on one line if it fits, else a line for each of its parts.
// Invariant: only white space is added.
#pragma once

#include <string>
#include <string_view>

namespace docket {

/// `json` has no white space outside its texts, as JsonWriter writes it; the result ends with a line break.
[[nodiscard]] std::string laidOut(std::string_view json);

}  // namespace docket
