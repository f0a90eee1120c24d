// The columns of a table: the one description that both writers (Parquet and CSV) and the documentation follow.
// Invariant: a column without `nullable` has a value in every row.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace docket::columns {

enum class ColumnType : std::uint8_t { text, int32, int64, boolean };

struct Column {
  std::string_view name;  ///< lower case, words joined by "_"
  ColumnType type{};
  bool nullable = false;
  std::string_view doc;  ///< what it means, in a sentence without a full stop
};

/// A value of a column; empty: null. A text is valid UTF-8 and valid as long as the row that it is from.
using Cell = std::variant<std::monostate, std::string_view, std::int32_t, std::int64_t, bool>;

/// A file of one table that is being written, row by row.
class TableFile {
 public:
  TableFile() = default;
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;
  virtual ~TableFile() = default;

  /// Adds a row: a cell for each column, in their order, of the column's type.
  virtual void add(std::span<const Cell> row) = 0;
  /// Writes what is still held, and the end of the file. Call once, last.
  virtual void finish() = 0;
};

}  // namespace docket::columns
