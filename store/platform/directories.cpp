#include "store/platform/directories.h"

#include <algorithm>
#include <memory>

#include "store/platform/file_system_seam.h"
#include "store/platform/status.h"

namespace docket::detail {

namespace {

using rocksdb::IOOptions;
using rocksdb::IOStatus;

std::filesystem::path above(const std::filesystem::path& path) {
  const auto parent = path.parent_path();
  return parent.empty() ? "." : parent;
}

/// True if the requested file or directory was found.
bool found(const IOStatus& status, const std::filesystem::path& path) {
  if (status.IsNotFound() || status.IsPathNotFound()) return false;
  require(status, path, "looking for its files");
  return true;
}

}  // namespace

bool isThere(const std::filesystem::path& path) {
  return found(fileSystem()->FileExists(path.string(), IOOptions(), nullptr), path);
}

bool isDirectory(const std::filesystem::path& path) {
  bool is_directory = false;
  return found(fileSystem()->IsDirectory(path.string(), IOOptions(), &is_directory, nullptr), path) && is_directory;
}

std::vector<std::string> namesIn(const std::filesystem::path& directory) {
  std::vector<std::string> names;
  if (!found(fileSystem()->GetChildren(directory.string(), IOOptions(), &names, nullptr), directory)) return {};
  std::sort(names.begin(), names.end());
  return names;
}

std::uint64_t bytesOf(const std::filesystem::path& file) {
  std::uint64_t bytes = 0;
  return found(fileSystem()->GetFileSize(file.string(), IOOptions(), &bytes, nullptr), file) ? bytes : 0;
}

IOStatus syncDirectory(const std::filesystem::path& directory) {
  std::unique_ptr<rocksdb::FSDirectory> opened;
  auto status = fileSystem()->NewDirectory(directory.string(), IOOptions(), &opened, nullptr);
  if (status.ok()) status = opened->FsyncWithDirOptions(IOOptions(), nullptr, rocksdb::DirFsyncOptions());
  return status;
}

IOStatus makeDirectories(const std::filesystem::path& directory) {
  const auto parent = above(directory);
  const bool is_top = parent == directory || parent == ".";
  const bool was_there = isThere(directory);
  if (!was_there) {
    if (!is_top) {
      if (auto status = makeDirectories(parent); !status.ok()) return status;
    }
    if (auto status = fileSystem()->CreateDirIfMissing(directory.string(), IOOptions(), nullptr); !status.ok())
      return status;
  }
  // Also if it exists: its creator may have ended before it was synced.
  auto status = is_top && was_there ? IOStatus::OK() : syncDirectory(parent);
  // Such a parent directory existed before and is not ours.
  const bool is_closed = was_there && status.ToString().find("Permission denied") != std::string::npos;
  return is_closed ? IOStatus::OK() : status;
}

IOStatus move(const std::filesystem::path& from, const std::filesystem::path& to) {
  return fileSystem()->RenameFile(from.string(), to.string(), IOOptions(), nullptr);
}

void removeAll(const std::filesystem::path& path) noexcept {
  const auto files = fileSystem();
  bool is_directory = false;
  if (!files->IsDirectory(path.string(), IOOptions(), &is_directory, nullptr).ok()) return;
  if (!is_directory) {
    (void)files->DeleteFile(path.string(), IOOptions(), nullptr);
    return;
  }
  std::vector<std::string> names;
  (void)files->GetChildren(path.string(), IOOptions(), &names, nullptr);
  for (const auto& name : names)
    if (name != "." && name != "..") removeAll(path / name);
  (void)files->DeleteDir(path.string(), IOOptions(), nullptr);
}

void removeEmpty(const std::filesystem::path& directory) noexcept {
  (void)fileSystem()->DeleteDir(directory.string(), IOOptions(), nullptr);
}

}  // namespace docket::detail
