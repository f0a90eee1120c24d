// Walks through a Cap'n Proto message of one segment, part by part, in the order of a copied message: each part, then
// the target of its first pointer, and so on. The writer and the reader of columns (column_form.h) walk a message in
// the same order, so that the reader can restore the offsets that the writer left out. The derived class (CRTP
// parameter Side) provides
//   std::uint64_t* words()                                 the segment
//   void aim(at, target)                                   the pointer in word `at` points to word `target`
//   void begin(bundle, width)                              the first parts of a bundle were found
//   void take(bundle, first, parts, width)                 parts of `width` bytes each, from word `first` on
//   [[noreturn]] void refuse(what)                         the message cannot be walked through
// Invariant: no word is visited twice, and none beyond the segment; a list has no more parts than its words allow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace docket::detail {

template <class Side>
class MessageWalk {
 public:
  static constexpr std::size_t kWordBytes = 8;
  static constexpr std::size_t kMaxWords = std::size_t{1} << 27;
  static constexpr std::size_t kMaxBundles = 256;
  /// The bundle of the first list's structs: after the root's pointer, the root and the list's tag.
  static constexpr std::uint32_t kFirstList = 3;

 protected:
  /// Walks a segment of `size` words, all of which must be visited.
  void walkSegment(std::size_t size) {
    size_ = size;
    require(size_ != 0 && size_ <= kMaxWords, "it has no words or too many");
    next_ = 1;
    bundles_.assign(1, {});  // the root's pointer
    side().begin(0, kWordBytes);
    side().take(0, 0, 1, kWordBytes);
    follow(0, 0, 0, 0);
    require(next_ == size_, "it has words that nothing points to");
  }

 private:
  static constexpr unsigned kDeepest = 60;
  enum class Kind : std::uint8_t { structs, elements, tags, pointers, values };
  struct Shape {
    Kind kind = Kind::structs;
    std::uint16_t data = 0;  // in words; for a list of values, the code of their size
    std::uint16_t pointers = 0;
  };
  /// A bundle; the bundles of the parts that it points to are found by field and shape.
  struct Found {
    std::uint64_t key = 0;
    std::uint32_t next = 0;   // the next bundle that the same parts point to; 0: none
    std::uint32_t first = 0;  // the first bundle that its own parts point to
  };

  Side& side() { return static_cast<Side&>(*this); }
  void require(bool so, std::string_view what) {
    if (!so) side().refuse(what);
  }

  std::uint32_t bundleOf(std::uint32_t parent, std::uint32_t field, const Shape& shape, std::size_t width) {
    const std::uint64_t key = std::uint64_t{field} << 40U |
                              std::uint64_t{static_cast<std::uint8_t>(shape.kind)} << 32U |
                              std::uint64_t{shape.pointers} << 16U | shape.data;
    for (std::uint32_t bundle = bundles_[parent].first; bundle != 0; bundle = bundles_[bundle].next) {
      if (bundles_[bundle].key == key) return bundle;
    }
    return newBundle(parent, key, width);
  }

  std::uint32_t newBundle(std::uint32_t parent, std::uint64_t key, std::size_t width) {
    const auto bundle = static_cast<std::uint32_t>(bundles_.size());
    require(bundle < kMaxBundles, "it has too many kinds of parts");
    bundles_.push_back({.key = key, .next = bundles_[parent].first, .first = 0});
    bundles_[parent].first = bundle;
    side().begin(bundle, width);
    return bundle;
  }

  /// Allocates the target of the pointer in word `at`.
  std::size_t place(std::size_t at, std::size_t words) {
    require(words <= size_ - next_, "one of its parts extends beyond its end");
    side().aim(at, next_);
    const auto first = next_;
    next_ += words;
    return first;
  }

  void follow(std::size_t at, std::uint32_t bundle, std::uint32_t field, unsigned depth) {
    const std::uint64_t pointer = side().words()[at];
    if (pointer == 0) return;
    require(depth < kDeepest, "its parts are nested too deeply");
    if ((pointer & 3U) == 0) {
      followStruct(at, pointer, bundle, field, depth);
    } else {
      require((pointer & 3U) == 1, "it continues in another segment");
      followList(at, pointer, bundle, field, depth);
    }
  }

  void followStruct(std::size_t at, std::uint64_t pointer, std::uint32_t parent, std::uint32_t field, unsigned depth) {
    constexpr std::uint32_t kToItself = 0xffff'fffcU;  // of a struct without words
    const Shape shape = shapeOf(Kind::structs, pointer);
    const std::size_t words = std::size_t{shape.data} + shape.pointers;
    if (words == 0) return require(static_cast<std::uint32_t>(pointer) == kToItself, "an empty part lies elsewhere");
    const auto first = place(at, words);
    const auto bundle = bundleOf(parent, field, shape, words * kWordBytes);
    side().take(bundle, first, 1, words * kWordBytes);
    followAll(first, 1, shape, bundle, depth);
  }

  void followList(std::size_t at, std::uint64_t pointer, std::uint32_t parent, std::uint32_t field, unsigned depth) {
    constexpr unsigned kPointers = 6;
    constexpr unsigned kStructs = 7;
    const auto code = static_cast<unsigned>(pointer >> 32U) & 7U;
    const std::size_t count = pointer >> 35U;
    if (code == kStructs) return followStructs(at, count, parent, field, depth);
    if (code == kPointers) {
      const auto first = place(at, count);
      if (count == 0) return;
      const Shape shape{.kind = Kind::pointers, .data = 0, .pointers = 1};
      const auto bundle = bundleOf(parent, field, shape, kWordBytes);
      side().take(bundle, first, count, kWordBytes);
      return followAll(first, count, shape, bundle, depth);
    }
    require(code != 0 || count == 0, "one of its lists claims values without words");
    // Values: none, bits (whole words of them), or 1, 2, 4 or 8 bytes each.
    const std::size_t width = code <= 1 ? kWordBytes : std::size_t{1} << (code - 2U);
    const std::size_t parts = code == 1 ? (count + 63) / 64 : count;
    const auto first = place(at, (parts * width + kWordBytes - 1) / kWordBytes);
    if (parts == 0) return;
    const Shape shape{.kind = Kind::values, .data = static_cast<std::uint16_t>(code), .pointers = 0};
    side().take(bundleOf(parent, field, shape, width), first, parts, width);
  }

  void followStructs(std::size_t at, std::size_t words, std::uint32_t parent, std::uint32_t field, unsigned depth) {
    const auto tag_at = place(at, words + 1);
    const auto tags = bundleOf(parent, field, {.kind = Kind::tags}, kWordBytes);
    side().take(tags, tag_at, 1, kWordBytes);
    const std::uint64_t tag = side().words()[tag_at];
    const Shape shape = shapeOf(Kind::elements, tag);
    const std::size_t each = std::size_t{shape.data} + shape.pointers;
    const std::size_t count = static_cast<std::uint32_t>(tag) >> 2U;
    require((tag & 3U) == 0 && count * each == words, "one of its lists has a wrong size");
    require(each != 0 || count == 0, "one of its lists claims parts without words");
    if (words == 0) return;
    const auto bundle = bundleOf(tags, 0, shape, each * kWordBytes);
    side().take(bundle, tag_at + 1, count, each * kWordBytes);
    followAll(tag_at + 1, count, shape, bundle, depth);
  }

  void followAll(std::size_t first, std::size_t count, const Shape& shape, std::uint32_t bundle, unsigned depth) {
    if (shape.pointers == 0) return;
    const std::uint64_t* const words = side().words();
    const std::size_t each = std::size_t{shape.data} + shape.pointers;
    for (std::size_t at = first + shape.data, end = at + count * each; at != end; at += each) {
      std::uint64_t any = 0;  // most parts point to nothing
      for (std::size_t i = at; i != at + shape.pointers; ++i) any |= words[i];
      if (any == 0) continue;
      for (std::uint32_t field = 0; field < shape.pointers; ++field) {
        if (words[at + field] != 0) follow(at + field, bundle, field, depth + 1);
      }
    }
  }

  static Shape shapeOf(Kind kind, std::uint64_t pointer) {
    return {.kind = kind,
            .data = static_cast<std::uint16_t>(pointer >> 32U),
            .pointers = static_cast<std::uint16_t>(pointer >> 48U)};
  }

  std::size_t size_ = 0;
  std::size_t next_ = 0;  // the first free word
  std::vector<Found> bundles_;
};

}  // namespace docket::detail
