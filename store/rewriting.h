// Rewriting an archive's database, so that what was erased stands in none of its files, and looking whether it does.
// A database only adds: what is written over or taken away stays in older tables and in the log until they are merged.
// Nothing here reaches what a file system, a disk or a copy of the archive keeps of files that were removed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

/// Rewrites the tables that can hold a player's name, and begins the log and the list of tables anew. Opens the archive
/// to record, and fails as that does; nobody else may have it open to record. What it is interrupted in can be done
/// again.
void rewriteTables(const std::filesystem::path& archive);

/// The files of the archive, and the kinds of rows of its database, in which some bytes stand.
struct BytesFound {
  std::vector<std::filesystem::path> files;  ///< as their bytes lie on the disk; tables are compressed
  struct Rows {
    std::string kind;  ///< the column family
    std::uint64_t rows = 0;
  };
  std::vector<Rows> rows;  ///< with the bytes in their key or value; of events, which are by columns, nothing is said
  [[nodiscard]] bool nowhere() const { return files.empty() && rows.empty(); }
};

/// Reads every byte of every file of the archive, and every row.
[[nodiscard]] BytesFound findBytes(const std::filesystem::path& archive, std::string_view bytes);

}  // namespace docket
