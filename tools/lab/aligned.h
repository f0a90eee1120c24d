// Two versions of a list laid side by side: which element of the one is which of the other, by what their first field
// says (name, act, what, ...), as paths of patches name them.
// Invariant: pairs keep the order of both lists, so that a list put together along them is in order; what only changed
// its place is there twice, once for each side.
#pragma once

#include <capnp/dynamic.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace docket::lab {

struct Aligned {
  std::optional<std::uint32_t> left, right;  ///< the place in each list; nothing: it is not in that one
};

/// Aligns two lists of structs of the same kind. Those that say the same go together first, then those of one name.
[[nodiscard]] std::vector<Aligned> aligned(capnp::DynamicList::Reader left, capnp::DynamicList::Reader right);

/// A value as JSON, on one line; a text without quotes if `bare`.
[[nodiscard]] std::string jsonOf(const capnp::DynamicValue::Reader& value, bool bare = false);

/// What an element's first field says: how a path names it.
[[nodiscard]] std::string nameOf(capnp::DynamicStruct::Reader element);

}  // namespace docket::lab
