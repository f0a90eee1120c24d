#include "store/check/log_sums.h"

#include <fmt/format.h>
#include <rocksdb/file_system.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "store/check/checked_log.h"
#include "store/format.h"
#include "store/platform/acknowledged.h"
#include "store/platform/file_system_seam.h"
#include "store/platform/status.h"
#include "store/recorder_lock.h"

namespace docket::detail {

namespace {

/// The position of the first damaged record of a log. A record that the end of the file cuts off is damaged, unless it
/// may still be being written.
std::optional<std::size_t> firstDamaged(std::string_view log, bool may_grow, const std::function<void()>& alive) {
  const auto cut = [&](std::size_t at) { return may_grow ? std::nullopt : std::optional(at); };
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t of_block = kLogBlockBytes - at % kLogBlockBytes;
    if (of_block == kLogBlockBytes) alive();
    const auto rest = log.substr(at, of_block);
    if (of_block < kLogHeaderBytes) {  // the unused end of a block: zeros
      if (std::any_of(rest.begin(), rest.end(), [](char byte) { return byte != 0; })) return at;
      at += rest.size();
      continue;
    }
    if (rest.size() < kLogHeaderBytes) return cut(at);
    const std::size_t length = logRecordBytes(rest);
    if (length > of_block) return at;
    if (length > rest.size()) return cut(at);
    if (!isSummed(rest.substr(0, length))) return at;
    at += length;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> damagedLogs(const std::filesystem::path& archive, const std::function<void()>& alive) {
  std::vector<std::string> damaged;
  std::vector<std::string> names;
  const auto files = fileSystem();
  const bool may_grow = isRecordedInto(archive);
  require(files->GetChildren(databasePath(archive).string(), rocksdb::IOOptions(), &names, nullptr), archive,
          "listing its files");
  std::sort(names.begin(), names.end());
  for (const auto& name : names) {
    const bool is_list = name.starts_with("MANIFEST-");
    if (!is_list && !name.ends_with(".log")) continue;
    std::string bytes;
    const auto status = rocksdb::ReadFileToString(files.get(), (databasePath(archive) / name).string(), &bytes);
    if (status.IsNotFound() || status.IsPathNotFound()) continue;  // a recorder has put it into tables meanwhile
    require(status, archive, "reading its log");
    if (const auto at = firstDamaged(bytes, may_grow, alive))
      damaged.push_back(fmt::format("{} db/{} is damaged at byte {} of {}", is_list ? "the list of tables" : "the log",
                                    name, *at, bytes.size()));
  }
  if (const auto lines = damagedAcknowledgements(archive); lines != 0 && !may_grow)
    damaged.push_back(
        fmt::format("{} of the file ACKNOWLEDGED are damaged", lines == 1 ? "1 line" : fmt::format("{} lines", lines)));
  return damaged;
}

}  // namespace docket::detail
