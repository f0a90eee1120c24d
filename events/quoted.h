// Text of others within a message of ours.
// Invariant: whatever the text, what comes out is one short line that is simply shown (events/printable.h).
#pragma once

#include <string>
#include <string_view>

namespace docket {

/// `text` in quotation marks: at most 60 bytes of it, what would not simply be shown and quotation marks escaped.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace docket
