// Aligns two versions of a list: which elements correspond, by their first field (name, act, what, ...), as paths of
// patches name them.
// Invariant: pairs keep the order of both lists, so that a list built along them is in order. An element that only
// changed its place appears twice, once for each side.
#pragma once

#include <capnp/dynamic.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace docket::lab {

struct Aligned {
  std::optional<std::uint32_t> left, right;  ///< the place in each list; empty: absent there
};

/// Aligns two lists of structs of the same kind. Equal elements are paired first, then those of the same name.
[[nodiscard]] std::vector<Aligned> aligned(capnp::DynamicList::Reader left, capnp::DynamicList::Reader right);

/// A value as JSON, on one line; a text without quotes if `bare`.
[[nodiscard]] std::string jsonOf(const capnp::DynamicValue::Reader& value, bool bare = false);

/// The value of an element's first field, by which paths name it.
[[nodiscard]] std::string nameOf(capnp::DynamicStruct::Reader element);

}  // namespace docket::lab
