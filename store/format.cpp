#include "store/format.h"

#include <fmt/format.h>
#include <rocksdb/file_system.h>

#include <memory>
#include <string>
#include <string_view>

#include "events/errors.h"
#include "store/file_system_seam.h"
#include "store/status.h"

namespace docket::detail {

namespace {

constexpr std::string_view kFormat = "docket archive, format 1\n";
constexpr std::string_view kAnyFormat = "docket archive, format ";
constexpr const char* kName = "ARCHIVE";

}  // namespace

void requireArchive(const std::filesystem::path& path) {
  std::string text;
  const auto status = rocksdb::ReadFileToString(fileSystem().get(), (path / kName).string(), &text);
  if (status.IsNotFound() || status.IsPathNotFound() || status.ToString().find("Not a directory") != std::string::npos)
    throw BadInput(fmt::format("{}: there is no archive here (no file {}); create one, or give the right directory",
                               path.string(), kName));
  require(status, path, "reading ARCHIVE");
  if (text == kFormat) return;
  if (text.starts_with(kAnyFormat))
    throw BadInput(fmt::format("{}: this archive has format {}; this program reads format 1: use a newer one",
                               path.string(), text.substr(kAnyFormat.size(), text.find('\n') - kAnyFormat.size())));
  throw BadInput(fmt::format("{}: not an archive, or its file {} is damaged: it should say \"{}\"", path.string(),
                             kName, kFormat.substr(0, kFormat.size() - 1)));
}

void makeDirectory(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::exists(path / kName, error))
    throw BadInput(fmt::format("{}: there is an archive here already; open it for recording", path.string()));
  if (std::filesystem::create_directories(path, error)) return;
  if (error)
    throw EnvironmentError(fmt::format("{}: the directory cannot be made: {}; make it, or give this user access",
                                       path.string(), error.message()));
  if (!std::filesystem::is_directory(path, error) || !std::filesystem::is_empty(path, error))
    throw BadInput(
        fmt::format("{}: an archive is made in a new or an empty directory, and this is neither", path.string()));
}

void writeFormat(const std::filesystem::path& path) {
  const auto files = fileSystem();
  const rocksdb::IOOptions plain;
  require(rocksdb::WriteStringToFile(files.get(), std::string(kFormat), (path / kName).string(), true), path,
          "writing ARCHIVE");
  std::unique_ptr<rocksdb::FSDirectory> directory;
  require(files->NewDirectory(path.string(), plain, &directory, nullptr), path, "writing ARCHIVE");
  require(directory->FsyncWithDirOptions(plain, nullptr, rocksdb::DirFsyncOptions()), path, "writing ARCHIVE");
}

}  // namespace docket::detail
