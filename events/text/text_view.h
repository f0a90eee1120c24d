// Converts Cap'n Proto text to the standard library's.
#pragma once

#include <capnp/blob.h>

#include <string>
#include <string_view>

namespace docket {

/// A view of the text's bytes, which belong to its message; an absent text is empty.
[[nodiscard]] inline std::string_view view(capnp::Text::Reader text) { return {text.begin(), text.size()}; }
/// A copy of them.
[[nodiscard]] inline std::string textOf(capnp::Text::Reader text) { return {text.begin(), text.size()}; }

}  // namespace docket
