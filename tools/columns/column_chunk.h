// The values of one column in one row group of a Parquet file: collected, then written as a page of its distinct values
// (a dictionary) and a page of indices into it, or, if most values differ, as a page of the values themselves.
// Invariant: it holds only the values added since the last write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tools/columns/column.h"

namespace docket::columns {

/// The metadata of a chunk in the file's footer.
struct WrittenChunk {
  std::uint64_t values = 0;  ///< including nulls
  std::uint64_t nulls = 0;
  std::uint64_t data_at = 0;                        ///< where its page of data begins in the file
  std::optional<std::uint64_t> dictionary_at{};     ///< where its dictionary begins, if it has one
  std::uint64_t bytes = 0, uncompressed_bytes = 0;  ///< of its pages with their headers
  std::optional<std::string> least{}, greatest{};   ///< as statistics hold them; empty: no value, or a long one
};

/// A text longer than this is left out of the statistics.
inline constexpr std::size_t kMaxBoundBytes = 256;

class ColumnChunk {
 public:
  explicit ColumnChunk(const Column& column) : column_(column) {}

  void add(const Cell& cell);
  /// About how many bytes the values take.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Writes the pages, the first of them at place `at` of the file, and forgets the values.
  [[nodiscard]] WrittenChunk write(std::ostream& out, std::uint64_t at);

 private:
  struct HashOfText {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard library asks for it
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  template <class Value>
  struct Bounds {
    std::optional<Value> least, greatest;
    void add(const auto& value) {
      if (!least || value < *least) least = value;
      if (!greatest || value > *greatest) greatest = value;
    }
  };

  void addValue(const Cell& cell);
  void addEncoded(std::string_view encoded);
  void dropDictionary();
  [[nodiscard]] std::string levels() const;
  [[nodiscard]] std::string values(bool by_dictionary) const;
  void setBounds(WrittenChunk& written) const;

  Column column_;
  std::vector<std::uint32_t> present_;  // 1 for a value, 0 for null; of a column that is nullable
  std::uint64_t rows_ = 0, nulls_ = 0;
  std::size_t bytes_ = 0;
  bool has_dictionary_ = true;
  std::unordered_map<std::string, std::uint32_t, HashOfText, std::equal_to<>> dictionary_;  // by the encoded value
  std::vector<const std::string*> distinct_;  // in the order of their indices
  std::size_t dictionary_bytes_ = 0;
  std::vector<std::uint32_t> indices_;  // into the dictionary; of booleans the values
  std::string plain_;                   // the encoded values, once there is no dictionary
  std::string encoded_;                 // of the value that is added; kept for its memory
  Bounds<std::int64_t> numbers_;
  Bounds<std::string> texts_;
};

}  // namespace docket::columns
