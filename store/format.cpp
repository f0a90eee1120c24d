#include "store/format.h"

#include <fmt/format.h>
#include <rocksdb/file_system.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "events/errors.h"
#include "store/acknowledged.h"
#include "store/file_system_seam.h"
#include "store/status.h"

namespace docket::detail {

namespace {

constexpr std::string_view kAnyFormat = "docket archive, format ";
constexpr const char* kName = "ARCHIVE";

// What an archive's directory holds before it has ever been written to: these and nothing else, and no row anywhere.
bool isOurs(const std::string& name) {
  return name == "db" || name == "RECORDER" || name == "snapshots" || name.starts_with("ACKNOWLEDGED") ||
         name.starts_with(kName);
}

bool holdsRows(const std::filesystem::path& database) {
  std::error_code none;
  for (const auto& file : std::filesystem::directory_iterator(database, none)) {
    const auto kind = file.path().extension();
    if (kind == ".sst" || (kind == ".log" && file.file_size() != 0)) return true;
  }
  return false;
}

bool isAcknowledging(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path / "ACKNOWLEDGED")) return false;
  const auto lines = readAcknowledged(path);
  return std::any_of(lines.begin(), lines.end(), [](const Acknowledgement& line) { return line.commit != 0; });
}

/// Whether `path` is what is left of a making that was interrupted. Throws DamagedArchive where it is an archive that
/// has lost what says so.
bool isUnfinished(const std::filesystem::path& path) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(path, none))
    if (!isOurs(entry.path().filename().string())) return false;
  if (none || std::filesystem::is_empty(path, none)) return false;
  if (!isAcknowledging(path) && !holdsRows(databasePath(path))) return true;
  throw DamagedArchive(fmt::format(
      "{}: there are games here, but the file {} is missing, so they may not all be there; restore it from a copy "
      "of the archive. If copying the archive was interrupted, copy it again into a new directory",
      path.string(), kName));
}

std::string textOf(std::uint32_t format) { return fmt::format("{}{}\n", kAnyFormat, format); }

/// The format that the file ARCHIVE says, of those that this program reads; 0: another text.
std::uint32_t formatIn(std::string_view text) {
  for (std::uint32_t format = 1; format <= kFormat; ++format)
    if (text == textOf(format)) return format;
  return 0;
}

}  // namespace

bool standsAt(const std::filesystem::path& path) {
  std::error_code none;
  return std::filesystem::exists(path / kName, none);
}

void requireArchive(const std::filesystem::path& path) {
  std::string text;
  const auto status = rocksdb::ReadFileToString(fileSystem().get(), (path / kName).string(), &text);
  if (status.IsNotFound() || status.IsPathNotFound() ||
      status.ToString().find("Not a directory") != std::string::npos) {
    if (isUnfinished(path))
      throw BadInput(
          fmt::format("{}: creating this archive was interrupted, and nothing was recorded; the next recording "
                      "or import completes it",
                      path.string()));
    throw BadInput(fmt::format("{}: there is no archive here (no file {}); create one, or give the right directory",
                               path.string(), kName));
  }
  require(status, path, "reading ARCHIVE");
  if (formatIn(text) != 0) return;
  if (text.starts_with(kAnyFormat))
    throw BadInput(fmt::format("{}: this archive has format {}; this program reads formats 1 to {}: use a newer one",
                               path.string(), text.substr(kAnyFormat.size(), text.find('\n') - kAnyFormat.size()),
                               kFormat));
  throw BadInput(fmt::format("{}: not an archive, or its file {} is damaged: it should say \"{}\"", path.string(),
                             kName, fmt::format("{}{}", kAnyFormat, kFormat)));
}

void makeDirectory(const std::filesystem::path& path) {
  std::error_code error;
  if (standsAt(path))
    throw BadInput(fmt::format("{}: there is an archive here already; open it for recording", path.string()));
  if (std::filesystem::create_directories(path, error)) return;
  if (error)
    throw EnvironmentError(fmt::format("{}: cannot create the directory: {}; create it, or give this user access",
                                       path.string(), error.message()));
  if (!std::filesystem::is_directory(path, error) || !(std::filesystem::is_empty(path, error) || isUnfinished(path)))
    throw BadInput(
        fmt::format("{}: this directory is not empty: an archive needs a new or an empty one", path.string()));
}

std::uint32_t formatOf(const std::filesystem::path& path) {
  requireArchive(path);
  std::string text;
  require(rocksdb::ReadFileToString(fileSystem().get(), (path / kName).string(), &text), path, "reading ARCHIVE");
  return formatIn(text);
}

void writeFormat(const std::filesystem::path& path) { writeFormat(path, kFormat); }

void writeFormat(const std::filesystem::path& path, std::uint32_t format) {
  const auto files = fileSystem();
  const rocksdb::IOOptions plain;
  const auto fresh = (path / kName).string() + ".new";
  const auto activity = "writing ARCHIVE";
  require(rocksdb::WriteStringToFile(files.get(), textOf(format), fresh, true), path, activity);
  require(files->RenameFile(fresh, (path / kName).string(), plain, nullptr), path, activity);
  std::unique_ptr<rocksdb::FSDirectory> directory;
  require(files->NewDirectory(path.string(), plain, &directory, nullptr), path, activity);
  require(directory->FsyncWithDirOptions(plain, nullptr, rocksdb::DirFsyncOptions()), path, activity);
}

}  // namespace docket::detail
