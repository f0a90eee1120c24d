#include "store/rows/columns_write.h"

#include <bitset>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/rows/column_form.h"
#include "store/rows/message_walk.h"

namespace docket::detail {

namespace {

struct OtherLayout {};

void putNumber(std::string& to, std::size_t number) {
  for (; number >= 0x80; number >>= 7U) to.push_back(static_cast<char>(number | 0x80U));
  to.push_back(static_cast<char>(number));
}

class ColumnsWriter : public MessageWalk<ColumnsWriter> {
 public:
  explicit ColumnsWriter(kj::ArrayPtr<const capnp::word> segment) : words_(segment.size()) {
    std::memcpy(words_.data(), segment.begin(), segment.size() * sizeof(capnp::word));
  }

  std::string write(std::optional<std::size_t> kind_byte) {
    walkSegment(words_.size());
    std::string columns(kColumnForm);
    columns.reserve(words_.size() * 2);
    putNumber(columns, words_.size());
    for (std::size_t i = 0; i < bundles_.size(); ++i)
      writeBundle(columns, bundles_[i], i == kFirstList ? kind_byte : std::nullopt);
    return columns;
  }

 private:
  friend class MessageWalk<ColumnsWriter>;
  static constexpr std::size_t kMaxWidth = 512;
  static constexpr std::size_t kRunBytes = 8;  // shorter runs compress as well without this

  struct Run {
    std::size_t first = 0;  // its first word
    std::size_t bytes = 0;
  };
  struct Bundle {
    std::size_t width = 0;
    std::size_t count = 0;
    std::vector<Run> runs;
  };

  // -- the side of the walk

  std::uint64_t* words() { return words_.data(); }
  void aim(std::size_t at, std::size_t target) {
    constexpr std::uint64_t kDistance = 0xffff'fffcU;
    const auto distance = static_cast<std::int32_t>(words_[at] & kDistance) / 4;
    if (distance < 0 || at + 1 + static_cast<std::size_t>(distance) != target) refuse({});
    words_[at] &= ~kDistance;
  }
  void begin(std::uint32_t, std::size_t width) {
    if (width > kMaxWidth) refuse({});
    bundles_.push_back({.width = width, .count = 0, .runs = {}});
  }
  void take(std::uint32_t bundle, std::size_t first, std::size_t parts, std::size_t width) {
    const std::size_t bytes = parts * width;
    const std::size_t beyond = bytes % kWordBytes;
    if (beyond != 0 && words_[first + bytes / kWordBytes] >> (8 * beyond) != 0) refuse({});  // a copy has zeros there
    bundles_[bundle].count += parts;
    bundles_[bundle].runs.push_back({.first = first, .bytes = bytes});
  }
  [[noreturn]] static void refuse(std::string_view) { throw OtherLayout(); }

  // -- the columns

  void writeBundle(std::string& to, const Bundle& bundle, std::optional<std::size_t> kind_byte) {
    parts_.clear();
    for (const Run& run : bundle.runs) {
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(words_.data() + run.first);
      parts_.insert(parts_.end(), bytes, bytes + run.bytes);
    }
    const bool ordered = kind_byte && *kind_byte < bundle.width;
    putNumber(to, bundle.width);
    putNumber(to, bundle.count);
    if (bundle.width == 1 && writeTexts(to, bundle)) return;
    putNumber(to, ordered ? *kind_byte + 1 : 0);
    const std::size_t modes = to.size();
    to.append(bundle.width, static_cast<char>(ColumnMode::zero));
    std::vector<std::uint32_t> order;
    if (ordered) {
      gather(bundle, *kind_byte, order);
      orderBy(column_, order);
      to.append(column_.begin(), column_.end());
      to[modes + *kind_byte] = static_cast<char>(ColumnMode::as_they_are);
    }
    for (std::size_t number = 0; number < bundle.width; ++number) {
      if (ordered && number == *kind_byte) continue;
      gather(bundle, number, order);
      const auto mode = writeColumn(to);
      to[modes + number] = static_cast<char>(mode);
    }
  }

  /// Appends the texts of byte lists, each once; returns false, and appends nothing, if few are equal.
  bool writeTexts(std::string& to, const Bundle& bundle) {
    constexpr std::size_t kMaxTexts = 256;
    std::map<std::string_view, std::uint8_t> numbers;
    std::vector<std::string_view> texts;
    column_.clear();
    std::size_t at = 0;
    for (const Run& run : bundle.runs) {
      const std::string_view text(reinterpret_cast<const char*>(parts_.data()) + at, run.bytes);
      at += run.bytes;
      const auto [found, is_new] = numbers.emplace(text, static_cast<std::uint8_t>(texts.size()));
      if (is_new && texts.size() == kMaxTexts) return false;
      if (is_new) texts.push_back(text);
      column_.push_back(found->second);
    }
    if (texts.size() * 4 > bundle.runs.size() * 3) return false;
    putNumber(to, kTexts);
    putNumber(to, texts.size());
    for (const auto text : texts) putNumber(to, text.size());
    for (const auto text : texts) to.append(text);
    putNumber(to, column_.size());
    const std::size_t mode_at = to.size();
    to.push_back(0);
    const auto mode = writeColumn(to);
    to[mode_at] = static_cast<char>(mode);
    return true;
  }

  void gather(const Bundle& bundle, std::size_t number, const std::vector<std::uint32_t>& order) {
    column_.resize(bundle.count);
    const std::uint8_t* from = parts_.data() + number;
    if (order.empty()) {
      for (std::size_t i = 0; i < bundle.count; ++i) column_[i] = from[i * bundle.width];
    } else {
      for (std::size_t i = 0; i < bundle.count; ++i) column_[i] = from[order[i] * bundle.width];
    }
  }

  /// Appends column_ in the mode that makes it shortest, or its bytes most similar.
  ColumnMode writeColumn(std::string& to) {
    // Most columns hold one value, which is seen at once.
    if (!column_.empty() && std::memcmp(column_.data(), column_.data() + 1, column_.size() - 1) == 0) {
      if (column_.front() == 0) return ColumnMode::zero;
      to.push_back(static_cast<char>(column_.front()));
      return ColumnMode::one_value;
    }
    std::bitset<256> values;
    std::bitset<256> differences;
    std::size_t runs = 1;
    std::uint8_t before = 0;
    for (const auto byte : column_) {
      values.set(byte);
      differences.set(static_cast<std::uint8_t>(byte - before));
      runs += byte != before ? 1U : 0U;
      before = byte;
    }
    if (runs * kRunBytes <= column_.size()) {
      writeRuns(to);
      return ColumnMode::runs;
    }
    if (values.count() <= differences.count()) {
      to.append(column_.begin(), column_.end());
      return ColumnMode::as_they_are;
    }
    before = 0;
    for (const auto byte : column_) {
      to.push_back(static_cast<char>(byte - before));
      before = byte;
    }
    return ColumnMode::differences;
  }

  void writeRuns(std::string& to) const {
    for (std::size_t at = 0; at < column_.size();) {
      std::size_t more = 0;
      while (more < 255 && at + more + 1 < column_.size() && column_[at + more + 1] == column_[at]) ++more;
      to.push_back(static_cast<char>(more));
      to.push_back(static_cast<char>(column_[at]));
      at += more + 1;
    }
  }

  std::vector<std::uint64_t> words_;
  std::vector<Bundle> bundles_;
  std::vector<std::uint8_t> parts_;   // the parts of the bundle that is being written
  std::vector<std::uint8_t> column_;  // the column that is being written
};

}  // namespace

std::optional<std::string> toColumns(kj::ArrayPtr<const capnp::word> segment, std::optional<std::size_t> kind_byte) {
  if (segment.size() == 0) return std::nullopt;
  try {
    auto columns = ColumnsWriter(segment).write(kind_byte);
    if (columns.size() * kMaxExpansion < segment.asBytes().size()) return std::nullopt;
    return columns;
  } catch (const OtherLayout&) {
    return std::nullopt;
  }
}

}  // namespace docket::detail
