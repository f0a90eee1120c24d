#include "tools/io/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "events/errors.h"
#include "tools/io/output.h"

namespace docket {

void writeNewFile(const std::filesystem::path& path, std::string_view bytes, ReadableBy reader) {
  const mode_t mode = reader == ReadableBy::owner ? 0600 : 0644;
  const auto temporary = fmt::format("{}.part-{}", path.string(), ::getpid());
  const auto refuse = [&](int why) {
    ::unlink(temporary.c_str());
    if (why == EEXIST) throw BadInput(fmt::format("{}: this file exists and is not overwritten", path.string()));
    throw EnvironmentError(fmt::format("{}: {}", path.string(), std::generic_category().message(why)));
  };
  ::unlink(temporary.c_str());  // of a process that was killed, which had the same number
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
  if (descriptor < 0) refuse(errno);
  const int failed = writeAll(descriptor, bytes) && ::fsync(descriptor) == 0 ? 0 : errno;
  if (::close(descriptor) != 0 || failed != 0) refuse(failed != 0 ? failed : EIO);
  if (::link(temporary.c_str(), path.c_str()) != 0) refuse(errno);  // unlike a rename it takes no file's place
  ::unlink(temporary.c_str());
}

}  // namespace docket
