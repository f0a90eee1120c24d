// Writes messages by columns (column_form.h).
#pragma once

#include <capnp/common.h>

#include <cstddef>
#include <optional>
#include <string>

namespace docket::detail {

/// A message of one segment by columns; empty if its layout differs from that of a copy, or it is too large for
/// columns: it is then stored as it is. `kind_byte`: the offset of a byte by which similar structs of the message's
/// first list are grouped, as events are by kind.
[[nodiscard]] std::optional<std::string> toColumns(kj::ArrayPtr<const capnp::word> segment,
                                                   std::optional<std::size_t> kind_byte);

}  // namespace docket::detail
