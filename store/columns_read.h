// Messages read by columns (column_form.h).
#pragma once

#include <capnp/common.h>
#include <kj/array.h>

#include <string_view>

namespace docket::detail {

/// Whether stored bytes are columns, and not the words of a message.
[[nodiscard]] bool areColumns(std::string_view stored);

/// The message that is stored by columns, with its table of segments, in `copy`, which grows where it needs more room.
/// Throws kj::Exception where they are malformed. Memory: what the columns have room for, at most kMostTimes their own
/// bytes.
[[nodiscard]] kj::ArrayPtr<const capnp::word> fromColumns(std::string_view columns, kj::Array<capnp::word>& copy);

}  // namespace docket::detail
