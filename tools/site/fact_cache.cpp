#include "tools/site/fact_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <vector>

#include "events/errors.h"

namespace docket::site {
namespace {

constexpr const char* kFile = ".docket-site-facts";
constexpr const char* kNextFile = ".docket-site-facts.new";
constexpr std::size_t kPieceBytes = 1U << 20;
constexpr std::size_t kLongestLine = 64U << 20;
/// The beginning of a line of facts_text.h: {"key":"KEY","tag":"TAG", with 32 digits each.
constexpr std::string_view kBeforeKey = R"({"key":")", kBeforeTag = R"(","tag":")";
constexpr std::size_t kDigits = 32;

}  // namespace

FactCache::FactCache(const Folder& folder) : folder_(folder) {
  before_ = Descriptor(::openat(folder.descriptor(), kFile, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (before_.isOpen()) readThrough();
  ::unlinkat(folder.descriptor(), kNextFile, 0);  // of a writing that was interrupted
  next_ =
      Descriptor(::openat(folder.descriptor(), kNextFile, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!next_.isOpen())
    throw EnvironmentError(
        fmt::format("{}: {}", (folder.path() / kNextFile).string(), std::generic_category().message(errno)));
}

FactCache::~FactCache() {
  if (!stored_) ::unlinkat(folder_.descriptor(), kNextFile, 0);
}

void FactCache::readThrough() {
  std::vector<char> piece(kPieceBytes);
  std::string line;
  std::uint64_t begin = 0;  // of the line
  for (;;) {
    const ssize_t size = ::read(before_.get(), piece.data(), piece.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;
    std::string_view rest(piece.data(), static_cast<std::size_t>(size));
    said_before_.update(rest);
    while (!rest.empty()) {
      const auto end = rest.find('\n');
      line += rest.substr(0, end);
      if (end == std::string_view::npos) break;
      addPlace(begin, line);
      begin += line.size() + 1;
      line.clear();
      rest.remove_prefix(end + 1);
    }
    if (line.size() > kLongestLine) return;
  }
}

void FactCache::addPlace(std::uint64_t at, std::string_view line) {
  const std::size_t tag = kBeforeKey.size() + kDigits;
  if (line.size() < tag + kBeforeTag.size() + kDigits || !line.starts_with(kBeforeKey) ||
      line.substr(tag, kBeforeTag.size()) != kBeforeTag)
    return;
  places_.insert_or_assign(std::string(line.substr(kBeforeKey.size(), kDigits)),
                           Place{.at = at,
                                 .bytes = static_cast<std::uint32_t>(line.size()),
                                 .tag = std::string(line.substr(tag + kBeforeTag.size(), kDigits))});
}

std::optional<std::string> FactCache::find(std::string_view key, std::string_view tag) const {
  const auto found = places_.find(key);
  if (found == places_.end() || found->second.tag != tag) return std::nullopt;
  std::string line(found->second.bytes, '\0');
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t size =
        ::pread(before_.get(), line.data() + done, line.size() - done, static_cast<off_t>(found->second.at + done));
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return std::nullopt;
    done += static_cast<std::size_t>(size);
  }
  return line;
}

void FactCache::add(std::string_view line) {
  waiting_ += line;
  waiting_ += '\n';
  if (waiting_.size() >= kPieceBytes) flush();
}

void FactCache::flush() {
  says_.update(std::string_view(waiting_));
  writeAll(next_.get(), waiting_, folder_.path() / kNextFile);
  waiting_.clear();
}

void FactCache::store() {
  flush();
  if (before_.isOpen() && said_before_.value() == says_.value()) return;
  if (::renameat(folder_.descriptor(), kNextFile, folder_.descriptor(), kFile) != 0)
    throw EnvironmentError(
        fmt::format("{}: {}", (folder_.path() / kFile).string(), std::generic_category().message(errno)));
  stored_ = true;
}

}  // namespace docket::site
