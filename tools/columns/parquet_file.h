// A Parquet file of a flat table: a column chunk for each column and row group, then the description of all of them.
// Pages are compressed with zstd; texts are UTF-8.
// Invariant: memory holds at most one row group and the metadata of the earlier ones.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/columns/column.h"
#include "tools/columns/column_chunk.h"

namespace docket::columns {

/// The maximum number of rows of a row group, and of bytes of values.
inline constexpr std::uint64_t kRowsOfGroup = 1U << 16;
inline constexpr std::size_t kBytesOfGroup = 64U << 20;

class ParquetFile : public TableFile {
 public:
  /// `out` must outlive it and throw if it cannot be written to. `notes`: texts that the file holds beside the table.
  ParquetFile(std::ostream& out, const std::vector<Column>& columns,
              std::vector<std::pair<std::string, std::string>> notes);

  void add(std::span<const Cell> row) override;
  void finish() override;

 private:
  struct RowGroup {
    std::uint64_t rows = 0;
    std::vector<WrittenChunk> chunks;
  };
  void put(std::string_view bytes);
  void endGroup();
  [[nodiscard]] std::string footer() const;

  std::ostream& out_;
  std::vector<Column> columns_;
  std::vector<std::pair<std::string, std::string>> notes_;
  std::vector<ColumnChunk> chunks_;
  std::vector<RowGroup> groups_;
  std::uint64_t at_ = 0;  // bytes written
  std::uint64_t rows_of_group_ = 0;
};

}  // namespace docket::columns
