#include "store/rewriting.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "events/errors.h"
#include "store/database.h"
#include "store/recorder.h"

namespace docket {

using detail::Database;
using detail::Family;

namespace {

bool holds(const std::filesystem::path& file, std::string_view bytes) {
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  std::ifstream in(file, std::ios::binary);
  if (!in) throw EnvironmentError(fmt::format("{}: cannot be read", file.string()));
  std::string window;
  std::string chunk(kChunk, '\0');
  while (in.read(chunk.data(), kChunk), in.gcount() > 0) {
    window.append(chunk, 0, static_cast<std::size_t>(in.gcount()));
    if (window.find(bytes) != std::string::npos) return true;
    const auto keep = std::min(window.size(), bytes.size() - 1);  // the bytes may be across two chunks
    window.erase(0, window.size() - keep);
  }
  return false;
}

/// The families whose rows can have names that are erased. Rows of events keep everything that was recorded; documents
/// and the log are never overwritten.
constexpr std::array kWithNames = {Family::meta, Family::games, Family::index, Family::derived, Family::verdicts};

}  // namespace

void rewriteTables(const std::filesystem::path& archive) {
  {
    const Database database(archive, Access::record);
    // A flush of nothing removes no log. After a failed write there may be logs whose rows are in tables already.
    database.requireRecorder().write([](rocksdb::WriteBatch&) {});
    database.requireRecorder().flush();
    rocksdb::CompactRangeOptions all;
    all.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
    for (const auto family : kWithNames)
      detail::require(database.rocks().CompactRange(all, database.family(family), nullptr, nullptr), archive,
                      "rewriting its tables");
  }
  // The list of tables contains the first and last row of each table, deleted ones too; opening the archive restarts
  // the list.
  const Database again(archive, Access::record);
}

BytesFound findBytes(const std::filesystem::path& archive, std::string_view bytes) {
  BytesFound found;
  if (bytes.empty()) return found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(archive)) {
    if (entry.is_regular_file() && holds(entry.path(), bytes)) found.files.push_back(entry.path());
  }
  std::sort(found.files.begin(), found.files.end());
  const Database database(archive, Access::read);
  for (const auto family : detail::kFamilies) {
    if (family == Family::events || !database.has(family)) continue;
    std::uint64_t rows = 0;
    database.forEach(family, "", "looking for a name", [&](std::string_view key, std::string_view value) {
      if (key.find(bytes) != std::string_view::npos || value.find(bytes) != std::string_view::npos) ++rows;
      return true;
    });
    if (rows != 0) found.rows.push_back({.kind = database.family(family)->GetName(), .rows = rows});
  }
  return found;
}

}  // namespace docket
