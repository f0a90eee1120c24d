// A number of a struct as it is stored, by its position in the schema.
#pragma once

#include <kj/common.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace docket {

/// The number at FieldShape::place of a struct's data; 0 beyond what is stored.
template <class Number>
[[nodiscard]] Number storedAt(kj::ArrayPtr<const kj::byte> data, std::uint32_t place) {
  Number number = 0;
  const std::size_t begin = std::size_t{place} * sizeof number;
  if (begin + sizeof number <= data.size()) std::memcpy(&number, data.begin() + begin, sizeof number);
  return number;
}

}  // namespace docket
