#include "tools/columns/export_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ostream>
#include <regex>
#include <utility>

#include "events/errors.h"
#include "tools/columns/csv_file.h"
#include "tools/columns/parquet_file.h"

namespace docket::columns {
namespace {

constexpr const char* kUnfinished = ".unfinished";
constexpr std::size_t kRootDigits = 16;
constexpr FolderMarker kParquetMarker{
    .name = ".docket-columns", .says = "docket columns 1 parquet\n", .holds = "tables in Parquet"};
constexpr FolderMarker kCsvMarker{
    .name = ".docket-columns-csv", .says = "docket columns 1 csv\n", .holds = "tables in CSV"};

std::string nameOfRange(const LeafRange& range) {
  return fmt::format("leaves-{:012}-{:012}-{}", range.first, range.end, range.root.substr(0, kRootDigits));
}

void syncOrFail(int descriptor, const std::filesystem::path& path) {
  if (::fsync(descriptor) != 0) failedAt(path);
}

}  // namespace

/// A file of a table, open to write.
struct ExportFolder::File {
  File(int descriptor, const std::filesystem::path& file_path)
      : path(file_path), file(descriptor), buffer(descriptor, file_path.string()), stream(&buffer) {
    stream.exceptions(std::ios::badbit);
  }
  std::filesystem::path path;
  Descriptor file;
  DescriptorBuffer buffer;
  std::ostream stream;
};

ExportFolder::ExportFolder(const std::filesystem::path& path, FileFormat format)
    : format_(format), root_(path, format == FileFormat::csv ? kCsvMarker : kParquetMarker) {
  readNames();
}

ExportFolder::~ExportFolder() {
  if (unfinished_.isOpen()) static_cast<void>(removeUnfinished());
}

void ExportFolder::readNames() {
  static const std::regex kName("leaves-([0-9]{12,19})-([0-9]{12,19})-([0-9a-f]{16})");
  for (const std::string& name : namesIn(root_.descriptor())) {
    std::smatch parts;
    if (!std::regex_match(name, parts, kName)) continue;
    struct stat found {};
    if (::fstatat(root_.descriptor(), name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(found.st_mode))
      throw BadInput(fmt::format("{}: a link or a file {} is in the place of a folder of this export: remove it",
                                 root_.path().string(), name));
    exported_.push_back({.first = std::stoull(parts[1]), .end = std::stoull(parts[2]), .root = parts[3]});
  }
  std::sort(exported_.begin(), exported_.end(),
            [](const LeafRange& one, const LeafRange& other) { return one.first < other.first; });
  std::uint64_t next = 0;
  for (const LeafRange& range : exported_) {
    if (range.first != next || range.end <= range.first)
      throw BadInput(
          fmt::format("{}: no export there covers the leaves from {} on, but {} is there: export into a new "
                      "folder",
                      root_.path().string(), next, nameOfRange(range)));
    next = range.end;
  }
}

bool ExportFolder::removeUnfinished() const {
  const Descriptor folder(::openat(root_.descriptor(), kUnfinished, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!folder.isOpen()) return errno == ENOENT;
  for (const std::string& name : namesIn(folder.get())) ::unlinkat(folder.get(), name.c_str(), 0);
  return ::unlinkat(root_.descriptor(), kUnfinished, AT_REMOVEDIR) == 0;
}

std::unique_ptr<TableFiles> ExportFolder::begin(const std::vector<std::pair<std::string, std::string>>& notes) {
  const auto path = root_.path() / kUnfinished;
  if (!removeUnfinished())
    throw BadInput(
        fmt::format("{}: this is in the place of what an interrupted export left: remove it", path.string()));
  if (::mkdirat(root_.descriptor(), kUnfinished, 0755) != 0) failedAt(path);
  unfinished_ = Descriptor(::openat(root_.descriptor(), kUnfinished, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!unfinished_.isOpen()) failedAt(path);
  return std::make_unique<TableFiles>([&](const ColumnTable& table) { return open(table, notes); });
}

std::unique_ptr<TableFile> ExportFolder::open(const ColumnTable& table,
                                              const std::vector<std::pair<std::string, std::string>>& notes) {
  const std::string name = fmt::format("{}.{}", table.name, format_ == FileFormat::csv ? "csv" : "parquet");
  const auto path = root_.path() / kUnfinished / name;
  const int file =
      ::openat(unfinished_.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (file < 0) failedAt(path);
  files_.push_back(std::make_unique<File>(file, path));
  std::ostream& out = files_.back()->stream;
  if (format_ == FileFormat::csv) return std::make_unique<CsvFile>(out, table.columns);
  return std::make_unique<ParquetFile>(out, table.columns, notes);
}

std::array<std::uint64_t, kTables> ExportFolder::commit(const LeafRange& range) {
  std::array<std::uint64_t, kTables> sizes{};
  for (std::size_t i = 0; i < kTables; ++i) {
    files_[i]->stream.flush();
    syncOrFail(files_[i]->file.get(), files_[i]->path);
    sizes[i] = files_[i]->buffer.written();
  }
  const std::string name = nameOfRange(range);
  const auto path = root_.path() / name;
  syncOrFail(unfinished_.get(), path);
  if (::renameat(root_.descriptor(), kUnfinished, root_.descriptor(), name.c_str()) != 0) failedAt(path);
  unfinished_ = Descriptor();
  syncOrFail(root_.descriptor(), root_.path());
  files_.clear();
  exported_.push_back(range);
  return sizes;
}

}  // namespace docket::columns
