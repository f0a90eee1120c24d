#include "tools/io/open_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <string_view>
#include <system_error>

#include "events/errors.h"

namespace docket {

std::ifstream openFile(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path))
    throw BadInput(fmt::format("{}: expected a file, this is a directory", path.string()));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const auto why = std::generic_category().message(errno);
    if (errno == ENOENT) throw BadInput(fmt::format("{}: there is no such file", path.string()));
    throw EnvironmentError(fmt::format("{}: {}", path.string(), why));
  }
  return file;
}

void eraseByteOrderMark(std::string& text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
}

}  // namespace docket
