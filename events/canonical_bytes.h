// The canonical words of a struct, written to where they are wanted. Each event of a game that is verified goes this
// way, so no message is made for it. Internal to the public form.
// Invariant: the bytes are those of canonicalWords() (document.h).
#pragma once

#include <capnp/any.h>

#include <cstdint>
#include <vector>

namespace docket {

/// Appends the canonical words of a message that has the struct as its root. Throws kj::Exception where the struct is
/// malformed, or holds what is neither a struct nor a list.
void appendCanonicalWords(capnp::AnyStruct::Reader from, std::vector<std::uint8_t>& to);

}  // namespace docket
