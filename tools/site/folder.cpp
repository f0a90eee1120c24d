#include "tools/site/folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>
#include <vector>

#include "events/errors.h"

namespace docket::site {
namespace {

constexpr FolderMarker kMarker{.name = ".docket-site", .says = "docket site 1\n", .holds = "site"};
/// The folders below the site's own that are of its pages alone.
constexpr std::array<std::string_view, 11> kFolders{"games",     "events",  "rounds", "players", "rulings", "findings",
                                                    "penalties", "clauses", "cards",  "search",  "cases"};

}  // namespace

Folder::Folder(const std::filesystem::path& path) : root_(path, kMarker) {}

Descriptor Folder::folderOf(std::string_view path, bool make) const {
  Descriptor folder(::openat(root_.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (auto slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
    const std::string name(path.substr(0, slash));
    path.remove_prefix(slash + 1);
    if (make && ::mkdirat(folder.get(), name.c_str(), 0755) != 0 && errno != EEXIST) failedAt(root_.path() / name);
    Descriptor next(::openat(folder.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!next.isOpen() && (errno == ELOOP || errno == ENOTDIR))
      throw BadInput(fmt::format("{}: a link or a file {} is in the place of a folder of this site: remove it",
                                 root_.path().string(), name));
    if (!next.isOpen() && !make) return Descriptor();
    if (!next.isOpen()) failedAt(root_.path() / name);
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
  if (hasContent(folder.get(), name.c_str(), content)) return note(path, content.size(), false);
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(noting_);
    number = ++temporaries_;
  }
  const std::string temporary = fmt::format(".docket-new-{}", number);
  ::unlinkat(folder.get(), temporary.c_str(), 0);  // of a writing that was interrupted
  const Descriptor file(
      ::openat(folder.get(), temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file.isOpen()) failedAt(root_.path() / path);
  try {
    writeAll(file.get(), content, root_.path() / path);
    if (::renameat(folder.get(), temporary.c_str(), folder.get(), name.c_str()) != 0) failedAt(root_.path() / path);
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
  ::unlinkat(root_.descriptor(), section.c_str(), AT_REMOVEDIR);
}

void Folder::sweepFiles(int folder, const std::string& prefix) {
  for (const std::string& name : namesIn(folder)) {
    if (current_.contains(prefix + name)) continue;
    struct stat found {};
    if (::fstatat(folder, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0 || S_ISDIR(found.st_mode)) continue;
    if (::unlinkat(folder, name.c_str(), 0) != 0) failedAt(root_.path() / (prefix + name));
    ++counts_.removed;
  }
}

Folder::Counts Folder::counts() const {
  const std::lock_guard lock(noting_);
  return counts_;
}

}  // namespace docket::site
