#include "events/canonical_bytes.h"

#include <kj/debug.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace docket {
namespace {

using Pointers = capnp::List<capnp::AnyPointer>::Reader;
using Structs = capnp::List<capnp::AnyStruct>::Reader;

constexpr std::size_t kWordBytes = sizeof(capnp::word);

// Bits of a pointer, as the encoding of Cap'n Proto has them.
constexpr std::uint64_t kStruct = 0;
constexpr std::uint64_t kList = 1;
constexpr std::uint64_t kEmptyStruct = 0xffff'fffcU;  // it lies where its pointer does
constexpr unsigned kTargetShift = 2;
constexpr unsigned kUpperShift = 32;
constexpr unsigned kPointersShift = 48;
constexpr unsigned kCountShift = 35;

/// How many words of data and how many pointers a struct has without those at the end that are zero.
struct Size {
  std::size_t data = 0;
  std::size_t pointers = 0;
  [[nodiscard]] std::size_t words() const { return data + pointers; }
};

enum class Kind : std::uint8_t { nothing, structure, list, elsewhere };

/// A struct as it lies in its message: its data, and right behind it its pointers. What a pointer points to is asked of
/// the library, which knows where the message ends; whether it points to anything is seen in its bits.
struct Lying {
  const std::uint8_t* data = nullptr;
  std::size_t data_bytes = 0;
  std::size_t pointers = 0;
  const LeftOut* left_out = nullptr;

  static Lying of(const capnp::AnyStruct::Reader& from, const LeftOut& left_out) {
    const auto section = from.getDataSection();
    return {.data = section.begin(),
            .data_bytes = section.size(),
            .pointers = from.getPointerSection().size(),
            .left_out = &left_out};
  }
  /// The same struct of the next element of a list, whose elements lie behind each other.
  [[nodiscard]] Lying next() const {
    return {data + data_bytes + pointers * kWordBytes, data_bytes, pointers, left_out};
  }

  [[nodiscard]] Size size() const {
    std::size_t used = data_bytes / kWordBytes;
    // Behind whole words only the data of a struct that is an element of a shorter kind of list can end.
    const std::size_t beyond = data_bytes % kWordBytes;
    if (beyond != 0 && !isZero(data + used * kWordBytes, beyond)) {
      ++used;
    } else {
      while (used != 0 && wordAt(data, used - 1) == 0) --used;
    }
    std::size_t pointing = pointers;
    while (pointing != 0 && pointsToNothing(pointing - 1)) --pointing;
    return {.data = used, .pointers = pointing};
  }
  void copyData(std::uint8_t* to, std::size_t words) const {
    const std::size_t whole = std::min(words, data_bytes / kWordBytes);
    for (std::size_t i = 0; i < whole; ++i) std::memcpy(to + i * kWordBytes, data + i * kWordBytes, kWordBytes);
    if (whole < words) std::memcpy(to + whole * kWordBytes, data + whole * kWordBytes, data_bytes % kWordBytes);
  }
  [[nodiscard]] Kind kind(std::size_t pointer) const {
    if (pointsToNothing(pointer)) return Kind::nothing;
    const std::uint64_t bits = bitsOf(pointer);
    return (bits & 3U) == kStruct ? Kind::structure : (bits & 3U) == kList ? Kind::list : Kind::elsewhere;
  }

 private:
  static std::uint64_t wordAt(const std::uint8_t* from, std::size_t number) {
    std::uint64_t word = 0;
    std::memcpy(&word, from + number * kWordBytes, kWordBytes);
    return word;
  }
  static bool isZero(const std::uint8_t* from, std::size_t bytes) {
    return std::all_of(from, from + bytes, [](std::uint8_t byte) { return byte == 0; });
  }
  [[nodiscard]] std::uint64_t bitsOf(std::size_t pointer) const { return wordAt(data + data_bytes, pointer); }
  [[nodiscard]] bool pointsToNothing(std::size_t pointer) const {
    return bitsOf(pointer) == 0 || left_out->has(data + data_bytes + pointer * kWordBytes);
  }
};

/// The kind of a pointer that is met alone, or may lead elsewhere first.
Kind kindOf(const capnp::AnyPointer::Reader& pointer) {
  if (pointer.isNull()) return Kind::nothing;
  return pointer.isStruct() ? Kind::structure : pointer.isList() ? Kind::list : Kind::elsewhere;
}

class Writer {
 public:
  Writer(std::vector<std::uint8_t>& to, const LeftOut& left_out) : to_(to), left_out_(left_out), begin_(to.size()) {}

  void write(const capnp::AnyStruct::Reader& root) {
    const Lying lying = Lying::of(root, left_out_);
    const Size size = lying.size();
    const std::size_t at = take(1 + size.words());
    if (size.words() == 0) return set(at, kEmptyStruct);
    set(at, kStruct | shape(size));
    writeParts(at + 1, lying, size, root);
  }

 private:
  /// The place of so many words more, which are zero.
  std::size_t take(std::size_t words) {
    const std::size_t at = next_;
    next_ += words;
    to_.resize(begin_ + next_ * kWordBytes);
    return at;
  }
  std::uint8_t* bytesAt(std::size_t word) { return to_.data() + begin_ + word * kWordBytes; }
  void set(std::size_t at, std::uint64_t word) { std::memcpy(bytesAt(at), &word, kWordBytes); }
  static std::uint64_t aim(std::size_t at, std::size_t target) {
    return static_cast<std::uint64_t>(target - at - 1) << kTargetShift;
  }
  static std::uint64_t shape(const Size& size) {
    return std::uint64_t{size.data} << kUpperShift | std::uint64_t{size.pointers} << kPointersShift;
  }

  void writeStruct(std::size_t at, const capnp::AnyStruct::Reader& from) {
    const Lying lying = Lying::of(from, left_out_);
    const Size size = lying.size();
    if (size.words() == 0) return set(at, kEmptyStruct);
    const std::size_t first = take(size.words());
    set(at, kStruct | aim(at, first) | shape(size));
    writeParts(first, lying, size, from);
  }

  void writeParts(std::size_t first, const Lying& from, const Size& size, const capnp::AnyStruct::Reader& reader) {
    from.copyData(bytesAt(first), size.data);
    for (std::size_t i = 0; i < size.pointers; ++i) {
      const Kind kind = from.kind(i);
      if (kind != Kind::nothing)
        writePointer(first + size.data + i, kind, reader.getPointerSection()[static_cast<capnp::uint>(i)]);
    }
  }

  void writePointer(std::size_t at, Kind kind, const capnp::AnyPointer::Reader& from) {
    if (kind == Kind::elsewhere) kind = kindOf(from);
    if (kind == Kind::structure) return writeStruct(at, from.getAs<capnp::AnyStruct>());
    KJ_REQUIRE(kind == Kind::list, "only structs and lists have a canonical form");
    const auto list = from.getAs<capnp::AnyList>();
    switch (list.getElementSize()) {
      case capnp::ElementSize::INLINE_COMPOSITE:
        return writeStructs(at, list.as<capnp::List<capnp::AnyStruct>>());
      case capnp::ElementSize::POINTER:
        return writePointers(at, list.as<capnp::List<capnp::AnyPointer>>());
      default:
        return writeValues(at, list);
    }
  }

  void setList(std::size_t at, std::size_t first, capnp::ElementSize each, std::size_t count) {
    set(at, kList | aim(at, first) | static_cast<std::uint64_t>(each) << kUpperShift |
                static_cast<std::uint64_t>(count) << kCountShift);
  }

  void writeValues(std::size_t at, const capnp::AnyList::Reader& list) {
    const auto values = list.getRawBytes();
    const std::size_t first = take((values.size() + kWordBytes - 1) / kWordBytes);
    setList(at, first, list.getElementSize(), list.size());
    if (values.size() == 0) return;
    std::memcpy(bytesAt(first), values.begin(), values.size());
    const unsigned beyond = list.getElementSize() == capnp::ElementSize::BIT ? list.size() % 8 : 0;
    if (beyond != 0) bytesAt(first)[values.size() - 1] &= static_cast<std::uint8_t>((1U << beyond) - 1);
  }

  void writePointers(std::size_t at, const Pointers& list) {
    const std::size_t first = take(list.size());
    setList(at, first, capnp::ElementSize::POINTER, list.size());
    for (capnp::uint i = 0; i < list.size(); ++i) {
      const auto pointer = list[i];
      if (const Kind kind = kindOf(pointer); kind != Kind::nothing) writePointer(first + i, kind, pointer);
    }
  }

  // All of the elements are as large as the largest.
  void writeStructs(std::size_t at, const Structs& list) {
    const Lying begin = list.size() == 0 ? Lying() : Lying::of(list[0], left_out_);
    Size size;
    Lying element = begin;
    for (capnp::uint i = 0; i < list.size(); ++i, element = element.next()) {
      const Size one = element.size();
      size = {.data = std::max(size.data, one.data), .pointers = std::max(size.pointers, one.pointers)};
    }
    const std::size_t tag = take(1 + list.size() * size.words());
    setList(at, tag, capnp::ElementSize::INLINE_COMPOSITE, list.size() * size.words());
    set(tag, kStruct | std::uint64_t{list.size()} << kTargetShift | shape(size));
    element = begin;
    for (capnp::uint i = 0; i < list.size(); ++i, element = element.next()) writeElement(tag, i, element, size, list);
  }

  /// The element is asked of the library only where it points to something.
  void writeElement(std::size_t tag, capnp::uint number, const Lying& element, const Size& size, const Structs& list) {
    const std::size_t first = tag + 1 + number * size.words();
    element.copyData(bytesAt(first), size.data);
    for (std::size_t i = 0; i < size.pointers; ++i) {
      const Kind kind = element.kind(i);
      if (kind == Kind::nothing) continue;
      writePointer(first + size.data + i, kind, list[number].getPointerSection()[static_cast<capnp::uint>(i)]);
    }
  }

  std::vector<std::uint8_t>& to_;
  const LeftOut& left_out_;
  const std::size_t begin_;
  std::size_t next_ = 0;
};

}  // namespace

void LeftOut::add(capnp::AnyStruct::Reader holder, std::size_t pointer) {
  if (pointer >= holder.getPointerSection().size()) return;
  const auto data = holder.getDataSection();
  const auto place = reinterpret_cast<std::uintptr_t>(data.begin() + data.size()) + pointer * kWordBytes;
  if (words_.empty()) first_ = place;
  const std::size_t word = (place - first_) / kWordBytes;
  words_.resize(word / kBits + 1);
  words_[word / kBits] |= std::uint64_t{1} << (word % kBits);
}

void appendCanonicalWords(capnp::AnyStruct::Reader from, std::vector<std::uint8_t>& to, const LeftOut& left_out) {
  Writer(to, left_out).write(from);
}

}  // namespace docket
