// Converts Cap'n Proto text to the standard library's, and back.
#pragma once

#include <capnp/blob.h>

#include <string>
#include <string_view>

namespace docket {

/// A view of the text's bytes, which belong to its message; an absent text is empty.
[[nodiscard]] inline std::string_view view(capnp::Text::Reader text) { return {text.begin(), text.size()}; }
/// A copy of them.
[[nodiscard]] inline std::string textOf(capnp::Text::Reader text) { return {text.begin(), text.size()}; }
/// A reader of a text that is followed by a null byte, such as a std::string or a literal; it is not copied.
[[nodiscard]] inline capnp::Text::Reader textReader(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace docket
