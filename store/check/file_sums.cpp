#include "store/check/file_sums.h"

#include <fmt/format.h>
#include <rocksdb/file_checksum.h>

#include <algorithm>
#include <array>
#include <set>

#include "store/database.h"
#include "store/platform/file_system_seam.h"

namespace docket::detail {

namespace {

using rocksdb::LiveFileMetaData;

std::vector<LiveFileMetaData> tablesOf(const Database& database) {
  std::vector<LiveFileMetaData> tables;
  database.rocks().GetLiveFilesMetaData(&tables);
  return tables;
}

/// Computes the checksum of a table's file, as the list of files has it.
rocksdb::Status tableSum(const LiveFileMetaData& table, std::string& sum, const std::function<void()>& alive) {
  std::unique_ptr<rocksdb::FSSequentialFile> file;
  rocksdb::Status status = fileSystem()->NewSequentialFile(table.db_path + "/" + table.relative_filename,
                                                           rocksdb::FileOptions(), &file, nullptr);
  if (!status.ok()) return status;
  const auto summing = rocksdb::GetFileChecksumGenCrc32cFactory()->CreateFileChecksumGenerator(
      {.file_name = table.relative_filename, .requested_checksum_func_name = table.file_checksum_func_name});
  std::array<char, 1U << 16> bytes;
  for (rocksdb::Slice got; status.ok();) {
    status = file->Read(bytes.size(), rocksdb::IOOptions(), &got, bytes.data(), nullptr);
    if (!status.ok() || got.empty()) break;
    summing->Update(got.data(), got.size());
    alive();
  }
  summing->Finalize();
  sum = summing->GetChecksum();
  return status;
}

}  // namespace

void requireFileSums(const std::filesystem::path& archive, const std::function<void()>& alive) {
  std::set<std::string> seen;
  std::string bad;
  std::string vanished;  // a file that disappeared since the database was last opened
  for (bool again = true; again;) {
    again = false;
    const Database database(archive, Access::read);
    for (const auto& table : tablesOf(database)) {
      if (seen.contains(table.relative_filename)) continue;
      std::string sum;
      const auto status = tableSum(table, sum, alive);
      again = status.IsPathNotFound() && table.relative_filename != vanished;
      if (again) {
        vanished = table.relative_filename;
        break;
      }
      seen.insert(table.relative_filename);
      if (status.IsPathNotFound()) {
        bad += fmt::format("{}{} is missing", bad.empty() ? "" : ", ", table.relative_filename);
        continue;
      }
      require(status, archive, "reading its files");
      if (sum != table.file_checksum)
        bad += fmt::format("{}the checksum of {} does not match the list of files", bad.empty() ? "" : ", ",
                           table.relative_filename);
    }
  }
  if (!bad.empty()) fail(rocksdb::Status::Corruption(bad), archive, "reading its files");
}

}  // namespace docket::detail
