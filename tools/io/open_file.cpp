#include "tools/io/open_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <vector>

#include "events/errors.h"
#include "events/text/nearest.h"

namespace docket {

namespace {

constexpr std::size_t kMaxLookedAt = 10'000;  // more files of a folder are not looked at

/// ` (did you mean "game.jsonl"?)`: a file of the same folder that has nearly that name.
std::string fileLike(const std::filesystem::path& path) {
  const auto folder = path.parent_path();
  std::vector<std::string> names;
  std::error_code none;
  for (std::filesystem::directory_iterator at(folder.empty() ? "." : folder, none), end;
       !none && at != end && names.size() < kMaxLookedAt; at.increment(none)) {
    if (at->is_regular_file(none)) names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());  // whatever the order of the file system
  const std::string nearest = nearestName(path.filename().string(), names);
  return nearest.empty() ? nearest : didYouMeanAny({(folder / nearest).string()});
}

}  // namespace

std::ifstream openFile(const std::filesystem::path& path) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none))
    throw BadInput(fmt::format("{}: expected a file, this is a directory", path.string()));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const auto why = std::generic_category().message(errno);
    if (errno == ENOENT || errno == ENOTDIR)
      throw BadInput(fmt::format("{}: there is no such file{}", path.empty() ? "\"\"" : path.string(), fileLike(path)));
    throw EnvironmentError(fmt::format("{}: {}", path.string(), why));
  }
  return file;
}

void eraseByteOrderMark(std::string& text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
}

}  // namespace docket
