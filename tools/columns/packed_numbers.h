// Small numbers as Parquet packs them: bit by bit, or in its hybrid of repeated numbers and packed ones, in which it
// writes the places of nulls and the indices into a dictionary.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace docket::columns {

/// Appends the numbers, `width` bits each (1 to 32), the lowest bit first; the last byte is filled up with zeros.
void appendPacked(std::string& out, std::span<const std::uint32_t> numbers, unsigned width);

/// Appends the numbers in the hybrid: eight or more that are equal as a run, others packed in groups of eight. Each is
/// less than 2^width.
void appendHybrid(std::string& out, std::span<const std::uint32_t> numbers, unsigned width);

/// The bits that numbers up to this one need; at least 1.
[[nodiscard]] unsigned bitsFor(std::uint32_t largest);

}  // namespace docket::columns
