#include "tools/output.h"

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

int openBeside(const std::string& temporary, const std::filesystem::path& path) {
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(path.string());
  return descriptor;
}

}  // namespace

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
    } else if (errno == EPIPE) {
      throw OutputClosed{};
    } else if (errno != EINTR) {
      fail(name_);
    }
  }
  return 0;
}

OutputFile::OutputFile(std::filesystem::path path)
    : path_(std::move(path)),
      temporary_(fmt::format("{}.part-{}", path_.string(), ::getpid())),
      descriptor_(openBeside(temporary_, path_)),
      buffer_(descriptor_, path_.string()),
      stream_(&buffer_) {
  stream_.exceptions(std::ios::badbit);
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void OutputFile::keep() {
  stream_.flush();
  if (::fsync(descriptor_) != 0) fail(path_.string());
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_.string());
  ::close(std::exchange(descriptor_, -1));
}

}  // namespace docket
