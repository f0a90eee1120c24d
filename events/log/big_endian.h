// Numbers as bytes in the formats of the log and of the archive's rows: the highest byte first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace docket {

/// Appends the lowest `width` bytes of a number.
template <typename Bytes>
void appendBigEndian(Bytes& bytes, std::uint64_t number, std::size_t width) {
  for (std::size_t i = width; i-- > 0;) bytes.push_back(static_cast<typename Bytes::value_type>(number >> (8 * i)));
}

/// The number of up to 8 bytes.
[[nodiscard]] inline std::uint64_t fromBigEndian(std::span<const std::uint8_t> bytes) {
  std::uint64_t number = 0;
  for (const std::uint8_t byte : bytes) number = number << 8U | byte;
  return number;
}

}  // namespace docket
