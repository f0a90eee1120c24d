#include "store/format.h"

#include <fmt/format.h>
#include <rocksdb/file_system.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "events/errors.h"
#include "store/platform/acknowledged.h"
#include "store/platform/directories.h"
#include "store/platform/file_system_seam.h"
#include "store/platform/status.h"
#include "store/recorder_lock.h"

namespace docket::detail {

namespace {

constexpr std::string_view kAnyFormat = "docket archive, format ";
constexpr const char* kArchiveFileName = "ARCHIVE";

/// The content of an archive's directory before anything is written: only these files, and no rows.
bool isOurs(const std::string& name) {
  return name == "db" || name == kRecorderName || name == "snapshots" || name.starts_with(kAcknowledgedName) ||
         name.starts_with(kArchiveFileName);
}

bool holdsRows(const std::filesystem::path& database) {
  const auto names = namesIn(database);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name.ends_with(".sst") || (name.ends_with(".log") && bytesOf(database / name) != 0);
  });
}

bool isAcknowledging(const std::filesystem::path& path) {
  if (!isThere(path / kAcknowledgedName)) return false;
  const auto lines = readAcknowledged(path);
  return std::any_of(lines.begin(), lines.end(), [](const Acknowledgement& line) { return line.commit != 0; });
}

/// True if `path` has the remains of an interrupted creation. Throws DamagedArchive if it is an archive that lost its
/// file ARCHIVE.
bool isUnfinished(const std::filesystem::path& path) {
  const auto names = namesIn(path);
  if (names.empty() || !std::all_of(names.begin(), names.end(), isOurs)) return false;
  if (!isAcknowledging(path) && !holdsRows(databasePath(path))) return true;
  throw DamagedArchive(fmt::format(
      "{}: there are games here, but the file {} is missing, so they may not all be there; restore it from a backup "
      "of the archive. If copying the archive was interrupted, copy it again into a new directory",
      path.string(), kArchiveFileName));
}

std::string formatText(std::uint32_t format) { return fmt::format("{}{}\n", kAnyFormat, format); }

/// The format in the file ARCHIVE, if this program can read it; 0: another text.
std::uint32_t formatIn(std::string_view text) {
  for (std::uint32_t format = 1; format <= kFormat; ++format)
    if (text == formatText(format)) return format;
  return 0;
}

/// What is at a path where an archive was looked for.
std::string_view whatStands(const std::filesystem::path& path) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return "there is no such folder";
  return std::filesystem::is_directory(path, none) ? "the folder has no file ARCHIVE" : "this is a file";
}

}  // namespace

bool archiveExists(const std::filesystem::path& path) { return isThere(path / kArchiveFileName); }

void requireArchive(const std::filesystem::path& path) {
  std::string text;
  const auto status = rocksdb::ReadFileToString(fileSystem().get(), (path / kArchiveFileName).string(), &text);
  if (status.IsNotFound() || status.IsPathNotFound() ||
      status.ToString().find("Not a directory") != std::string::npos) {
    if (isUnfinished(path))
      throw BadInput(
          fmt::format("{}: creating this archive was interrupted, and nothing was recorded; the next recording "
                      "or import completes it",
                      path.string()));
    throw BadInput(
        fmt::format("{}: there is no archive here ({}); docket import FILE makes one, --archive DIR names another",
                    path.empty() ? "\"\"" : path.string(), whatStands(path)));
  }
  require(status, path, "reading ARCHIVE");
  if (formatIn(text) != 0) return;
  if (text.starts_with(kAnyFormat))
    throw BadInput(fmt::format("{}: this archive has format {}; this program reads formats 1 to {}: use a newer one",
                               path.string(), text.substr(kAnyFormat.size(), text.find('\n') - kAnyFormat.size()),
                               kFormat));
  if (holdsRows(databasePath(path)))
    throw DamagedArchive(fmt::format("{}: its file {} is damaged: it should say \"{}{}\"", path.string(),
                                     kArchiveFileName, kAnyFormat, kFormat));
  throw BadInput(fmt::format("{}: this is not an archive: its file {} does not say \"{}{}\"", path.string(),
                             kArchiveFileName, kAnyFormat, kFormat));
}

void makeDirectory(const std::filesystem::path& path) {
  if (archiveExists(path))
    throw BadInput(fmt::format("{}: there is an archive here already; open it for recording", path.string()));
  if (const auto status = makeDirectories(path); !status.ok())
    throw EnvironmentError(fmt::format("{}: cannot create the directory: {}; create it, or give this user access",
                                       path.string(), status.ToString()));
  if (!isDirectory(path) || !(namesIn(path).empty() || isUnfinished(path)))
    throw BadInput(
        fmt::format("{}: this directory is not empty: an archive needs a new or an empty one", path.string()));
}

std::uint32_t formatOf(const std::filesystem::path& path) {
  requireArchive(path);
  std::string text;
  require(rocksdb::ReadFileToString(fileSystem().get(), (path / kArchiveFileName).string(), &text), path,
          "reading ARCHIVE");
  return formatIn(text);
}

void writeFormat(const std::filesystem::path& path) { writeFormat(path, kFormat); }

void writeFormat(const std::filesystem::path& path, std::uint32_t format) {
  const auto files = fileSystem();
  const rocksdb::IOOptions plain;
  const auto fresh = (path / kArchiveFileName).string() + ".new";
  const auto activity = "writing ARCHIVE";
  require(rocksdb::WriteStringToFile(files.get(), formatText(format), fresh, true), path, activity);
  require(files->RenameFile(fresh, (path / kArchiveFileName).string(), plain, nullptr), path, activity);
  require(syncDirectory(path), path, activity);
}

}  // namespace docket::detail
