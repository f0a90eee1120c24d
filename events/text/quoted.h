// Quotes foreign text in a message.
// Invariant: for any text, the result is one short line without harmful characters (events/text/printable.h).
#pragma once

#include <string>
#include <string_view>

namespace docket {

/// `text` in quotation marks: at most 60 bytes of it, with harmful characters and quotation marks escaped.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace docket
