#include "tools/io/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "events/errors.h"

namespace docket {
namespace {

[[noreturn]] void fail(const std::string& name) {
  throw EnvironmentError(fmt::format("writing {}: {}", name, std::generic_category().message(errno)));
}

/// The name of the file beside `path` that is renamed to it; empty if something is there that is no file.
std::string nameBeside(const std::filesystem::path& path) {
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return {};
  if (std::filesystem::is_symlink(path, none))
    throw BadInput(fmt::format("{}: this is a link: name the file that it leads to", path.string()));
  return fmt::format("{}.part-{}", path.string(), ::getpid());
}

int openFor(const std::string& temporary, const std::filesystem::path& path) {
  const int descriptor = temporary.empty() ? ::open(path.c_str(), O_WRONLY | O_CLOEXEC)
                                           : ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor >= 0) return descriptor;
  const int why = errno;
  std::error_code none;
  if (path.empty() || std::filesystem::is_directory(path, none))
    throw BadInput(fmt::format("{}: expected the name of a file to write",
                               path.empty() ? "\"\"" : path.string() + " is a folder"));
  if (why == ENOENT || why == ENOTDIR) requireParentFolder(path);
  errno = why;
  fail(path.string());
}

}  // namespace

bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void requireParentFolder(const std::filesystem::path& path) {
  std::error_code none;
  const auto folder = path.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, none))
    throw BadInput(
        fmt::format("{}: there is no folder {}: make it first, or name another", path.string(), folder.string()));
}

DescriptorBuffer::DescriptorBuffer(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {
  setp(bytes_.data(), bytes_.data() + bytes_.size());
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type character) {
  sync();
  if (!traits_type::eq_int_type(character, traits_type::eof())) sputc(traits_type::to_char_type(character));
  return traits_type::not_eof(character);
}

int DescriptorBuffer::sync() {
  const char* from = pbase();
  const char* const end = pptr();
  setp(bytes_.data(), bytes_.data() + bytes_.size());  // what fails once is not written again by a destructor
  while (from != end) {
    const auto written = ::write(descriptor_, from, static_cast<std::size_t>(end - from));
    if (written >= 0) {
      from += written;
      written_ += static_cast<std::uintmax_t>(written);
    } else if (errno == EPIPE) {
      throw OutputClosed{};
    } else if (errno != EINTR) {
      fail(name_);
    }
  }
  return 0;
}

template <class Act>
auto DiscardingBuffer::unlessClosed(Act&& act, decltype(act()) dropped) {
  if (closed_) return dropped;
  try {
    return act();
  } catch (const OutputClosed&) {
    closed_ = true;
    return dropped;
  }
}

DiscardingBuffer::int_type DiscardingBuffer::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
  return unlessClosed([&] { return below_.sputc(traits_type::to_char_type(character)); }, character);
}

std::streamsize DiscardingBuffer::xsputn(const char* bytes, std::streamsize count) {
  return unlessClosed([&] { return below_.sputn(bytes, count); }, count);
}

int DiscardingBuffer::sync() {
  return unlessClosed([&] { return below_.pubsync(); }, 0);
}

OutputFile::OutputFile(const std::filesystem::path& path)
    : path_(path),
      temporary_(nameBeside(path_)),
      descriptor_(openFor(temporary_, path_)),
      buffer_(descriptor_, path_.string()),
      stream_(&buffer_) {
  stream_.exceptions(std::ios::badbit);
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::keep() {
  stream_.flush();
  if (temporary_.empty()) return;
  if (::fsync(descriptor_) != 0) fail(path_.string());
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_.string());
  ::close(std::exchange(descriptor_, -1));
}

void writeOutputFile(const std::filesystem::path& path, std::string_view content) {
  OutputFile file(path);
  file.stream() << content;
  file.keep();
}

}  // namespace docket
