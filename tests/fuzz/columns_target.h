// The fuzz target for stored columns: reads the input, and if it is a message writes and reads it again. An archive can
// come from strangers: only a kj::Exception may result.
#pragma once

#include <kj/array.h>
#include <kj/debug.h>
#include <kj/exception.h>

#include <cstring>
#include <string>
#include <string_view>

#include "store/rows/column_form.h"
#include "store/rows/columns_read.h"
#include "store/rows/columns_write.h"

namespace docket {

/// The bytes as columns, after what columns begin with.
inline void takeColumns(std::string_view input) {
  const std::string stored = std::string(detail::kColumnForm) + std::string(input);
  kj::Array<capnp::word> copy;
  kj::ArrayPtr<const capnp::word> words;
  try {
    words = detail::fromColumns(stored, copy);
  } catch (const kj::Exception&) {
    return;
  }
  const auto again = detail::toColumns(words.slice(1, words.size()), std::nullopt);
  KJ_REQUIRE(again.has_value(), "what was read from columns is not where a copy would have it");
  kj::Array<capnp::word> other;
  const auto read = detail::fromColumns(*again, other);
  const auto one = words.asBytes(), two = read.asBytes();
  KJ_REQUIRE(one.size() == two.size() && std::memcmp(one.begin(), two.begin(), one.size()) == 0,
             "read again, it is another");
}

}  // namespace docket
