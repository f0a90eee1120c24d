// Converts a text of the standard library to one of Cap'n Proto, without a copy: the opposite of text_view.h.
#pragma once

#include <capnp/blob.h>

#include <string_view>

namespace docket {

/// A reader of a text that is followed by a null byte, such as a std::string or a literal.
[[nodiscard]] inline capnp::Text::Reader textReader(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace docket
