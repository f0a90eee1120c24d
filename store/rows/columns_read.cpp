#include "store/rows/columns_read.h"

#include <kj/debug.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "store/rows/column_form.h"
#include "store/rows/message_walk.h"

namespace docket::detail {

class ColumnsReader::Walk : public MessageWalk<Walk> {
 public:
  kj::ArrayPtr<const capnp::word> read(std::string_view columns, kj::Array<capnp::word>& copy) {
    rest_ = columns.substr(kColumnForm.size());
    bundles_.clear();
    parts_.clear();
    const std::size_t size = number();
    must(size < columns.size() * kMaxExpansion / kWordBytes, "the columns give too large a size for the message");
    if (copy.size() < size + 1) copy = kj::heapArray<capnp::word>(size + 1 + size / 4);
    words_ = reinterpret_cast<std::uint64_t*>(copy.begin());
    *words_++ = static_cast<std::uint64_t>(size) << 32U;  // one segment, of that size
    most_bytes_ = size * kWordBytes;
    walkSegment(size);
    must(rest_.empty(), "something follows the columns");
    for (const Bundle& bundle : bundles_) must(bundle.next == bundle.end, "there are parts that nothing points to");
    return copy.slice(0, size + 1);
  }

 private:
  friend class MessageWalk<Walk>;
  static constexpr std::size_t kFewBytes = 96;            // copied directly, which is faster than a call
  static constexpr std::uint64_t kOffset = 0xffff'fffcU;  // the bits of a pointer that columns leave to the walk

  struct Bundle {
    std::size_t next = 0;  // the first byte of parts_ that was not taken
    std::size_t end = 0;
  };

  // -- the side of the walk: bundles are found in the order in which they are written

  std::uint64_t* words() { return words_; }
  void aim(std::size_t at, std::size_t target) {
    must((words_[at] & kOffset) == 0, "a pointer in the columns has an offset");
    words_[at] |= static_cast<std::uint64_t>(target - at - 1) << 2U;
  }
  static void begin(std::uint32_t, std::size_t) {}
  void take(std::uint32_t bundle, std::size_t first, std::size_t parts, std::size_t width) {
    const std::size_t bytes = parts * width;
    std::uint64_t* to = words_ + first;
    if (bytes % kWordBytes != 0) to[bytes / kWordBytes] = 0;
    if (bundle == bundles_.size() && readBundle(parts, width, reinterpret_cast<std::uint8_t*>(to))) return;
    Bundle& from = bundles_[bundle];
    must(bytes <= from.end - from.next, "the columns have too few parts");
    const std::uint8_t* taken = parts_.data() + from.next;
    from.next += bytes;
    if (bytes > kFewBytes || bytes % kWordBytes != 0) {
      std::memcpy(to, taken, bytes);
    } else {
      for (std::size_t at = 0; at < bytes; at += kWordBytes) std::memcpy(to++, taken + at, kWordBytes);
    }
  }
  [[noreturn]] static void refuse(std::string_view what) {
    KJ_FAIL_REQUIRE("the message is malformed", kj::StringPtr(std::string(what).c_str()));
  }

  // -- the columns

  /// A plain check: KJ_REQUIRE would keep both sides of each comparison for its message.
  static void must(bool so, const char* what) {
    if (!so) fail(what);
  }
  [[noreturn]] static void fail(const char* what) { KJ_FAIL_REQUIRE("the columns are malformed", what); }

  std::string_view bytes(std::size_t count) {
    must(count <= rest_.size(), "the columns end too early");
    const auto taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::size_t number() {
    std::size_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(bytes(1).front());
      value |= static_cast<std::size_t>(byte & 0x7fU) << shift;
      if (byte < 0x80U) return value;
    }
    KJ_FAIL_REQUIRE("a number of the columns is too large");
  }

  /// Reads a bundle, of which the walk takes `taken` parts first: into `to` if these are all, otherwise into parts_.
  /// Returns whether they are all.
  bool readBundle(std::size_t taken, std::size_t width, std::uint8_t* to) {
    must(number() == width, "the columns have parts of another size");
    const std::size_t count = number();
    const std::size_t used = parts_.size();
    const bool all = count == taken;
    must(count >= taken, "the columns have too few parts");
    must(count <= (most_bytes_ - used) / width, "the columns have too many parts");
    bundles_.push_back({.next = used, .end = all ? used : used + count * width});
    if (all) {
      std::memset(to, 0, count * width);
    } else {
      parts_.resize(used + count * width);
      to = parts_.data() + used;
    }
    readParts(width, count, to);
    return all;
  }

  void readParts(std::size_t width, std::size_t count, std::uint8_t* to) {
    const std::size_t ordered = number();
    if (width == 1 && ordered == kTexts) return readTexts(count, to);
    must(ordered <= width, "the columns are ordered by a column that does not exist");
    const auto modes = bytes(width);
    places_.clear();
    if (ordered != 0) {
      const auto values = bytes(count);
      orderBy({reinterpret_cast<const std::uint8_t*>(values.data()), count}, places_);
      for (auto& place : places_) place *= static_cast<std::uint32_t>(width);
      for (std::size_t i = 0; i < count; ++i) to[i * width + ordered - 1] = static_cast<std::uint8_t>(values[i]);
    }
    for (std::size_t column = 0; column < width; ++column) {
      if (column + 1 != ordered) readColumn(static_cast<ColumnMode>(modes[column]), width, count, to + column);
    }
  }

  void readTexts(std::size_t count, std::uint8_t* to) {
    lengths_.resize(std::min(number(), rest_.size()));
    for (auto& length : lengths_) length = number();
    texts_.clear();
    for (const auto length : lengths_) texts_.push_back(bytes(length));
    const std::size_t times = number();
    must(times != 0 && times <= count, "the columns have too many texts");
    which_.assign(times, 0);
    places_.clear();
    readColumn(static_cast<ColumnMode>(bytes(1).front()), 1, times, which_.data());
    std::size_t at = 0;
    for (const auto text : which_) {
      must(text < texts_.size() && texts_[text].size() <= count - at,
           "the columns refer to a text that does not exist or does not fit");
      std::memcpy(to + at, texts_[text].data(), texts_[text].size());
      at += texts_[text].size();
    }
    must(at == count, "the columns have too few texts");
  }

  void readColumn(ColumnMode mode, std::size_t width, std::size_t count, std::uint8_t* to) {
    switch (mode) {
      case ColumnMode::zero:
        return;
      case ColumnMode::one_value:
        return fill(static_cast<std::uint8_t>(bytes(1).front()), 0, count, width, to);
      case ColumnMode::runs:
        for (std::size_t at = 0; at < count;) {
          const auto run = bytes(2);
          const std::size_t length = std::size_t{static_cast<std::uint8_t>(run[0])} + 1;
          must(length <= count - at, "a run of a column goes beyond its end");
          if (run[1] != 0) fill(static_cast<std::uint8_t>(run[1]), at, at + length, width, to);
          at += length;
        }
        return;
      case ColumnMode::as_they_are: {
        const auto values = bytes(count);
        if (width == 1) {
          std::memcpy(to, values.data(), count);
        } else {
          spread(values, width, to, [](std::uint8_t, std::uint8_t value) { return value; });
        }
        return;
      }
      case ColumnMode::differences:
        return spread(bytes(count), width, to, [](std::uint8_t before, std::uint8_t value) {
          return static_cast<std::uint8_t>(before + value);
        });
    }
    KJ_FAIL_REQUIRE("a column has an unknown mode");
  }

  void fill(std::uint8_t value, std::size_t from, std::size_t end, std::size_t width, std::uint8_t* to) const {
    if (places_.empty()) {
      for (std::size_t i = from; i < end; ++i) to[i * width] = value;
    } else {
      // a local copy: the compiler must assume that the byte stores could alias places_
      const std::uint32_t* const places = places_.data();
      for (std::size_t i = from; i < end; ++i) to[places[i]] = value;
    }
  }

  /// Writes a column's bytes to where they are in the parts.
  template <class Value>
  void spread(std::string_view from, std::size_t width, std::uint8_t* to, Value&& value) const {
    std::uint8_t last = 0;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(from.data());
    const std::size_t count = from.size();
    if (places_.empty()) {
      for (std::size_t i = 0; i < count; ++i) to[i * width] = last = value(last, bytes[i]);
    } else {
      const std::uint32_t* const places = places_.data();
      for (std::size_t i = 0; i < count; ++i) to[places[i]] = last = value(last, bytes[i]);
    }
  }

  std::string_view rest_;           // of the columns
  std::size_t most_bytes_ = 0;      // of the segment
  std::uint64_t* words_ = nullptr;  // of the segment
  std::vector<Bundle> bundles_;
  std::vector<std::uint8_t> parts_;    // of bundles that are taken piece by piece
  std::vector<std::uint32_t> places_;  // of the parts of a bundle that is ordered, by bytes
  // The parts of a bundle of texts:
  std::vector<std::size_t> lengths_;
  std::vector<std::string_view> texts_;
  std::vector<std::uint8_t> which_;  // the text of each list
};

ColumnsReader::ColumnsReader() = default;
ColumnsReader::~ColumnsReader() = default;

kj::ArrayPtr<const capnp::word> ColumnsReader::read(std::string_view columns, kj::Array<capnp::word>& copy) {
  KJ_REQUIRE(isColumnForm(columns), "these are not columns");
  if (walk_ == nullptr) walk_ = std::make_unique<Walk>();
  return walk_->read(columns, copy);
}

kj::ArrayPtr<const capnp::word> fromColumns(std::string_view columns, kj::Array<capnp::word>& copy) {
  return ColumnsReader().read(columns, copy);
}

bool isColumnForm(std::string_view stored) { return stored.starts_with(kColumnForm); }

}  // namespace docket::detail
