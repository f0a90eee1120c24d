// A stored Cap'n Proto message by columns: the bytes that are at the same place of like parts stand together, so that
// they compress to less than half of what its words compress to, and are read in about the same time.
//
// A part is a struct, or an element of a list; parts are alike where the same field of like parts points to them and
// they have the same shape. Like parts are a bundle; bundles are in the order in which they are met. What a pointer
// says of where its target lies is left out: parts are in the order in which a copy of the message would have them,
// each before what it points to.
//
//   columns: form words bundle...     form: two bytes that no message begins with
//   bundle:  width count ordered mode... column...
//            a mode for each of `width` bytes; then the columns, those of mode `zero` left out
//            ordered: 0, or the number, from 1, of a column by whose values the others are ordered; it comes first
//   bundle:  1 count 2 texts length... byte... times mode column
//            of lists of bytes that often say the same: each text once, and then a column of which of them each list is
//
// Numbers are LEB128. A column has a byte of each part; how it says them is its mode (ColumnMode).
// Invariant: what is read again is the message, word for word.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace docket::detail {

/// The first two bytes. A message by words begins with the number of its segments, which is never so large.
inline constexpr std::string_view kColumnForm = "\xff\xff";
/// A message by columns has at most so many times their bytes: what is all alike is stored as it is.
inline constexpr std::size_t kMostTimes = 64;

/// Of a bundle of bytes, in the place of the column that orders: it says its texts once.
inline constexpr std::size_t kTexts = 2;

/// How a column says its bytes.
enum class ColumnMode : std::uint8_t {
  zero,         // it does not
  one_value,    // one byte, for all parts
  as_they_are,  // each
  differences,  // each, less the one before it
  runs,         // how often a value follows itself, from 0 to 255, and the value
};

/// Makes `order` the places of parts in the order of `values`, those of one value in their own order.
inline void orderBy(std::span<const std::uint8_t> values, std::vector<std::uint32_t>& order) {
  std::array<std::uint32_t, 257> begins{};
  for (const auto value : values) ++begins[value + 1U];
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  order.resize(values.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[begins[values[i]]++] = i;
}

}  // namespace docket::detail
