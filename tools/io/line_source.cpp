#include "tools/io/line_source.h"

#include <algorithm>

namespace docket {

bool LineSource::fill(bool wait) {
  if (ended_) return false;
  auto& buffer = *in_.rdbuf();
  std::streamsize available = buffer.in_avail();
  if (available == 0 && wait) {
    // Looking at the next byte waits for it; what came with it is then there as well.
    if (buffer.sgetc() == std::char_traits<char>::eof()) {
      ended_ = true;
      return false;
    }
    available = std::max<std::streamsize>(buffer.in_avail(), 1);
  }
  if (available < 0) ended_ = true;
  if (available <= 0) return false;
  if (from_ != 0) {
    bytes_.erase(0, from_);
    scanned_ -= from_;
    from_ = 0;
  }
  constexpr std::streamsize kMaxAtOnce = 1 << 16;
  const std::size_t had = bytes_.size();
  bytes_.resize(had + static_cast<std::size_t>(std::min(available, kMaxAtOnce)));
  const auto got = buffer.sgetn(bytes_.data() + had, static_cast<std::streamsize>(bytes_.size() - had));
  bytes_.resize(had + static_cast<std::size_t>(std::max<std::streamsize>(got, 0)));
  return got > 0;
}

bool LineSource::take(std::string& line) {
  const auto end = bytes_.find('\n', scanned_);
  if (end == std::string::npos) {
    scanned_ = bytes_.size();
    if (scanned_ - from_ <= kMaxBytes) return false;
    skipping_ = true;  // its bytes are dropped as they come
    bytes_.clear();
    from_ = scanned_ = 0;
    return false;
  }
  overlong_ = skipping_ || end - from_ > kMaxBytes;
  skipping_ = false;
  line.assign(bytes_, from_, overlong_ ? 0 : end - from_);
  from_ = scanned_ = end + 1;
  ++number_;
  return true;
}

bool LineSource::isReady() {
  while (bytes_.find('\n', scanned_) == std::string::npos) {
    scanned_ = bytes_.size();
    if (scanned_ - from_ > kMaxBytes || !fill(false)) return ended_;
  }
  return true;
}

bool LineSource::next(std::string& line) {
  while (!take(line)) {
    if (fill(true)) continue;
    if (bytes_.size() == from_ && !skipping_) return false;
    bytes_ += '\n';  // a last line without an end
  }
  return true;
}

}  // namespace docket
