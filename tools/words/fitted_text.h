// Rewraps a text such as a help page to the current page width; what fits stays as it is.
// Invariant: no line is wider than the page, except for a single word without a comma.
#pragma once

#include <string>
#include <string_view>

namespace docket {

/// Refills each paragraph with a line that is too wide. An indented line that is too wide continues further in, or
/// where its remark begins (after two or more blanks).
[[nodiscard]] std::string fitted(std::string_view text);

}  // namespace docket
