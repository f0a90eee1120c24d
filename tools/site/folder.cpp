#include "tools/site/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "events/errors.h"

namespace docket::site {
namespace {

constexpr const char* kMarker = ".docket-site";
constexpr std::string_view kMarkerSays = "docket site 1\n";
/// The folders below the site's own that are of its pages alone.
constexpr std::array<std::string_view, 10> kFolders{"games",    "events",    "rounds",  "players", "rulings",
                                                    "findings", "penalties", "clauses", "cards",   "search"};

[[noreturn]] void refuse(const std::filesystem::path& path) {
  throw EnvironmentError(fmt::format("{}: {}", path.string(), std::generic_category().message(errno)));
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

/// The names in a folder, without "." and "..".
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

/// Whether the file has this content.
bool says(int folder, const char* name, std::string_view content) {
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

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

void writeAll(int descriptor, std::string_view bytes, const std::filesystem::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) refuse(path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

Folder::Folder(const std::filesystem::path& path) : path_(path) {
  std::error_code none;
  const auto parent = path.parent_path();
  if (!parent.empty() && !std::filesystem::is_directory(parent, none))
    throw BadInput(
        fmt::format("{}: there is no folder {}: make it first, or name another", path.string(), parent.string()));
  if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) refuse(path);
  root_ = Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root_.isOpen() && errno == ENOTDIR)
    throw BadInput(fmt::format("{}: this is a file: name a folder", path.string()));
  if (!root_.isOpen()) refuse(path);
  take();
}

void Folder::take() {
  const auto names = namesIn(root_.get());
  marker_ = Descriptor(::openat(root_.get(), kMarker, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!marker_.isOpen()) {
    if (!names.empty())
      throw BadInput(
          fmt::format("{}: this folder is not empty and has no site that docket wrote: name a new "
                      "folder, or an empty one",
                      path_.string()));
    const Descriptor made(::openat(root_.get(), kMarker, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (!made.isOpen()) refuse(path_ / kMarker);
    writeAll(made.get(), kMarkerSays, path_ / kMarker);
    marker_ = Descriptor(::openat(root_.get(), kMarker, O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  }
  if (!says(root_.get(), kMarker, kMarkerSays))
    throw BadInput(
        fmt::format("{}: its {} is not of this version of docket: name a new folder", path_.string(), kMarker));
  if (::flock(marker_.get(), LOCK_EX | LOCK_NB) != 0)
    throw EnvironmentError(fmt::format("{}: another docket is writing this site", path_.string()));
}

Descriptor Folder::folderOf(std::string_view path, bool make) const {
  Descriptor folder(::openat(root_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (auto slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
    const std::string name(path.substr(0, slash));
    path.remove_prefix(slash + 1);
    if (make && ::mkdirat(folder.get(), name.c_str(), 0755) != 0 && errno != EEXIST) refuse(path_ / name);
    Descriptor next(::openat(folder.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!next.isOpen() && (errno == ELOOP || errno == ENOTDIR))
      throw BadInput(fmt::format("{}: a link or a file {} is in the place of a folder of this site: remove it",
                                 path_.string(), name));
    if (!next.isOpen() && !make) return Descriptor();
    if (!next.isOpen()) refuse(path_ / name);
    folder = std::move(next);
  }
  return folder;
}

void Folder::note(const std::string& path, std::uint64_t bytes, bool written) {
  const std::lock_guard lock(noting_);
  if (current_.insert(path).second) {
    ++(written ? counts_.written : counts_.unchanged);
    counts_.bytes += bytes;
  } else if (written) {  // it was to be kept, and another part of its game was not
    ++counts_.written;
    --counts_.unchanged;
  }
}

bool Folder::keep(const std::string& path, std::uint64_t bytes) {
  const Descriptor folder = folderOf(path, false);
  const std::string name = path.substr(path.rfind('/') + 1);
  struct stat found {};
  if (!folder.isOpen() || ::fstatat(folder.get(), name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) return false;
  if (!S_ISREG(found.st_mode) || static_cast<std::uint64_t>(found.st_size) != bytes) return false;
  note(path, bytes, false);
  return true;
}

void Folder::write(const std::string& path, std::string_view content) {
  const Descriptor folder = folderOf(path, true);
  const std::string name = path.substr(path.rfind('/') + 1);
  if (says(folder.get(), name.c_str(), content)) return note(path, content.size(), false);
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(noting_);
    number = ++temporaries_;
  }
  const std::string temporary = fmt::format(".docket-new-{}", number);
  ::unlinkat(folder.get(), temporary.c_str(), 0);  // of a writing that was interrupted
  const Descriptor file(
      ::openat(folder.get(), temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file.isOpen()) refuse(path_ / path);
  try {
    writeAll(file.get(), content, path_ / path);
    if (::renameat(folder.get(), temporary.c_str(), folder.get(), name.c_str()) != 0) refuse(path_ / path);
  } catch (...) {
    ::unlinkat(folder.get(), temporary.c_str(), 0);
    throw;
  }
  note(path, content.size(), true);
}

void Folder::sweep() {
  for (const std::string_view section : kFolders) sweepSection(std::string(section));
}

void Folder::sweepSection(const std::string& section) {
  const Descriptor folder = folderOf(section + "/", false);
  if (!folder.isOpen()) return;
  for (const std::string& name : namesIn(folder.get())) {
    const Descriptor within(::openat(folder.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!within.isOpen()) continue;
    sweepFiles(within.get(), fmt::format("{}/{}/", section, name));
    ::unlinkat(folder.get(), name.c_str(), AT_REMOVEDIR);  // where nothing is left in it
  }
  sweepFiles(folder.get(), section + "/");
  ::unlinkat(root_.get(), section.c_str(), AT_REMOVEDIR);
}

void Folder::sweepFiles(int folder, const std::string& prefix) {
  for (const std::string& name : namesIn(folder)) {
    if (current_.contains(prefix + name)) continue;
    struct stat found {};
    if (::fstatat(folder, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0 || S_ISDIR(found.st_mode)) continue;
    if (::unlinkat(folder, name.c_str(), 0) != 0) refuse(path_ / (prefix + name));
    ++counts_.removed;
  }
}

Folder::Counts Folder::counts() const {
  const std::lock_guard lock(noting_);
  return counts_;
}

}  // namespace docket::site
