#include "tools/io/owned_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <system_error>
#include <utility>

#include "events/errors.h"
#include "tools/io/output.h"

namespace docket {
namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

}  // namespace

void failedAt(const std::filesystem::path& path) {
  throw EnvironmentError(fmt::format("{}: {}", path.string(), std::generic_category().message(errno)));
}

std::vector<std::string> namesIn(int folder) {
  std::vector<std::string> names;
  const int own = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseFolder> open(own < 0 ? nullptr : ::fdopendir(own));
  while (const dirent* entry = open == nullptr ? nullptr : ::readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

bool hasContent(int folder, const char* name, std::string_view content) {
  const Descriptor file(::openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat found {};
  if (!file.isOpen() || ::fstat(file.get(), &found) != 0 || !S_ISREG(found.st_mode)) return false;
  if (static_cast<std::uint64_t>(found.st_size) != content.size()) return false;
  std::array<char, 1U << 16> piece;
  while (!content.empty()) {
    const ssize_t size = ::read(file.get(), piece.data(), piece.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0 || !content.starts_with(std::string_view(piece.data(), static_cast<std::size_t>(size)))) return false;
    content.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

void writeAll(int descriptor, std::string_view bytes, const std::filesystem::path& path) {
  if (!writeAll(descriptor, bytes)) failedAt(path);
}

OwnedFolder::OwnedFolder(const std::filesystem::path& path, const FolderMarker& marker) : path_(path) {
  requireParentFolder(path);
  if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) failedAt(path);
  root_ = Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root_.isOpen() && errno == ENOTDIR)
    throw BadInput(fmt::format("{}: this is a file: name a folder", path.string()));
  if (!root_.isOpen()) failedAt(path);
  take(marker);
}

void OwnedFolder::take(const FolderMarker& marker) {
  const auto names = namesIn(root_.get());
  marker_ = Descriptor(::openat(root_.get(), marker.name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!marker_.isOpen()) {
    if (!names.empty())
      throw BadInput(
          fmt::format("{}: this folder is not empty and has no {} that docket wrote: name a new "
                      "folder, or an empty one",
                      path_.string(), marker.holds));
    const Descriptor made(
        ::openat(root_.get(), marker.name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (!made.isOpen()) failedAt(path_ / marker.name);
    writeAll(made.get(), marker.says, path_ / marker.name);
    marker_ = Descriptor(::openat(root_.get(), marker.name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  }
  if (!hasContent(root_.get(), marker.name, marker.says))
    throw BadInput(
        fmt::format("{}: its {} is not of this version of docket: name a new folder", path_.string(), marker.name));
  if (::flock(marker_.get(), LOCK_EX | LOCK_NB) != 0)
    throw EnvironmentError(fmt::format("{}: another docket is writing this {}", path_.string(), marker.holds));
}

}  // namespace docket
