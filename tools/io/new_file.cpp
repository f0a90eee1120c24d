#include "tools/io/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "events/errors.h"

namespace docket {
namespace {

bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(descriptor) == 0;
}

}  // namespace

void writeNewFile(const std::filesystem::path& path, std::string_view bytes, ReadableBy reader) {
  const mode_t mode = reader == ReadableBy::owner ? 0600 : 0644;
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
  if (descriptor < 0 && errno == EEXIST)
    throw BadInput(fmt::format("{}: there is such a file already, and it is not written over", path.string()));
  const auto refuse = [&] {
    const auto why = std::generic_category().message(errno);
    throw EnvironmentError(fmt::format("{}: {}", path.string(), why));
  };
  if (descriptor < 0) refuse();
  const bool whole = writeAll(descriptor, bytes);
  const int failed = errno;
  if (::close(descriptor) == 0 && whole) return;
  ::unlink(path.c_str());
  errno = whole ? EIO : failed;
  refuse();
}

}  // namespace docket
