// Rewrites an archive's database so that none of its files contains erased data, and searches the files for such data.
// A database only appends: overwritten or deleted data stays in older tables and in the log until they are merged.
// Remains of deleted files in the file system, on the disk or in copies of the archive are not affected.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

/// Rewrites the tables that can hold a player's name, and restarts the log and the list of tables. Opens the archive to
/// record, and fails like that; no other process may have it open to record. It can be repeated after an interruption.
void rewriteTables(const std::filesystem::path& archive);

/// The files of the archive, and the kinds of rows of its database, that contain some bytes.
struct BytesFound {
  std::vector<std::filesystem::path> files;  ///< compared as stored on disk; tables are compressed
  struct Rows {
    std::string kind;  ///< the column family
    std::uint64_t rows = 0;
  };
  /// Rows with the bytes in their key or value; event rows, which are stored by columns, are not searched.
  std::vector<Rows> rows;
  [[nodiscard]] bool nowhere() const { return files.empty() && rows.empty(); }
};

/// Reads every byte of every file of the archive, and every row.
[[nodiscard]] BytesFound findBytes(const std::filesystem::path& archive, std::string_view bytes);

}  // namespace docket
