// Messages written by columns (column_form.h).
#pragma once

#include <capnp/common.h>

#include <cstddef>
#include <optional>
#include <string>

namespace docket::detail {

/// A message of one segment by columns; nothing where it is laid out otherwise than a copy would be, or has more than
/// columns are made for: it is then stored as it is. `kind_byte` is the place of a byte by whose values the structs of
/// the message's first list are more alike, as events are by their kind.
[[nodiscard]] std::optional<std::string> toColumns(kj::ArrayPtr<const capnp::word> segment,
                                                   std::optional<std::size_t> kind_byte);

}  // namespace docket::detail
