// A stored Cap'n Proto message by columns: bytes at the same offset of parts with the same shape are stored together.
// They compress to less than half the size of the message's words, and take about as long to read.
//
// A part is a struct, or an element of a list; parts are alike if the same field of like parts points to them and they
// have the same shape. Like parts form a bundle; bundles are in the order in which they are found. The offsets of
// pointers are left out, because parts are in the order of a copied message: each before the parts that it points to.
//
//   columns: form words bundle...     form: two bytes that no message begins with
//   bundle:  width count ordered mode... column...
//            a mode for each of `width` bytes; then the columns, those of mode `zero` left out
//            ordered: 0, or the number, from 1, of the column by whose values the others are sorted; it comes first
//   bundle:  1 count 2 texts length... byte... times mode column
//            for byte lists that often repeat: each text once, then a column that says which text each list is
//
// Numbers are LEB128. A column has one byte of each part, encoded by its mode (ColumnMode).
// Invariant: decoding gives the message back, word for word.
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
/// The largest ratio of a message's size to that of its columns. A message that would exceed it is stored as words.
inline constexpr std::size_t kMaxExpansion = 64;

/// Replaces the ordering column's number for a bundle of byte lists: each text is stored once.
inline constexpr std::size_t kTexts = 2;

/// How a column encodes its bytes.
enum class ColumnMode : std::uint8_t {
  zero,         // not stored
  one_value,    // one byte, for all parts
  as_they_are,  // each
  differences,  // the difference from the one before it
  runs,         // how often a value is repeated after its first occurrence, 0 to 255, and the value
};

/// Sets `order` to the indices of parts sorted by `values`; the sort is stable.
inline void orderBy(std::span<const std::uint8_t> values, std::vector<std::uint32_t>& order) {
  std::array<std::uint32_t, 257> begins{};
  for (const auto value : values) ++begins[value + 1U];
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  order.resize(values.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[begins[values[i]]++] = i;
}

}  // namespace docket::detail
