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

/// Bits of a pointer, as the encoding of Cap'n Proto has them.
constexpr std::uint64_t kStruct = 0;
constexpr std::uint64_t kList = 1;
constexpr std::uint64_t kEmptyStruct = 0xffff'fffcU;  // an empty struct: its pointer's offset is -1
constexpr unsigned kTargetShift = 2;
constexpr unsigned kUpperShift = 32;
constexpr unsigned kPointersShift = 48;
constexpr unsigned kCountShift = 35;

/// The data words and pointers of a struct, without trailing zeros.
struct Size {
  std::size_t data = 0;
  std::size_t pointers = 0;
  [[nodiscard]] std::size_t words() const { return data + pointers; }
};

enum class PointerKind : std::uint8_t { nothing, structure, list, elsewhere };

std::uint64_t wordAt(const std::uint8_t* place) {
  std::uint64_t word = 0;
  std::memcpy(&word, place, kWordBytes);
  return word;
}

PointerKind kindOfPointer(std::uint64_t bits) {
  if (bits == 0) return PointerKind::nothing;
  if ((bits & 3U) == kStruct) return PointerKind::structure;
  return (bits & 3U) == kList ? PointerKind::list : PointerKind::elsewhere;
}

/// A struct as it is in its message: its data, followed by its pointers. Whether one of them points to anything, and to
/// what, is seen in its bits.
struct StructView {
  const std::uint8_t* data = nullptr;
  std::size_t data_bytes = 0;
  std::size_t pointers = 0;
  const OmittedPointers* left_out = nullptr;

  static StructView of(const capnp::AnyStruct::Reader& from, const OmittedPointers& left_out) {
    const auto section = from.getDataSection();
    return {.data = section.begin(),
            .data_bytes = section.size(),
            .pointers = from.getPointerSection().size(),
            .left_out = &left_out};
  }
  /// The same struct of the next element of a list, whose elements follow each other.
  [[nodiscard]] StructView next() const {
    return {data + data_bytes + pointers * kWordBytes, data_bytes, pointers, left_out};
  }
  [[nodiscard]] const std::uint8_t* placeOf(std::size_t pointer) const {
    return data + data_bytes + pointer * kWordBytes;
  }

  [[nodiscard]] Size size() const {
    std::size_t used = data_bytes / kWordBytes;
    // Only an element of a list of small values can end within a word.
    const std::size_t beyond = data_bytes % kWordBytes;
    if (beyond != 0 && !isZero(data + used * kWordBytes, beyond)) {
      ++used;
    } else {
      while (used != 0 && wordAt(data + (used - 1) * kWordBytes) == 0) --used;
    }
    std::size_t pointing = pointers;
    while (pointing != 0 && pointsToNothing(placeOf(pointing - 1))) --pointing;
    return {.data = used, .pointers = pointing};
  }
  void copyData(std::uint8_t* to, std::size_t words) const {
    const std::size_t whole = std::min(words, data_bytes / kWordBytes);
    for (std::size_t i = 0; i < whole; ++i) std::memcpy(to + i * kWordBytes, data + i * kWordBytes, kWordBytes);
    if (whole < words) std::memcpy(to + whole * kWordBytes, data + whole * kWordBytes, data_bytes % kWordBytes);
  }
  [[nodiscard]] PointerKind kind(std::size_t pointer) const {
    const std::uint8_t* const place = placeOf(pointer);
    return pointsToNothing(place) ? PointerKind::nothing : kindOfPointer(wordAt(place));
  }

 private:
  static bool isZero(const std::uint8_t* from, std::size_t bytes) {
    return std::all_of(from, from + bytes, [](std::uint8_t byte) { return byte == 0; });
  }
  [[nodiscard]] bool pointsToNothing(const std::uint8_t* place) const {
    return wordAt(place) == 0 || left_out->has(place);
  }
};

// Two policies for following pointers, with the same interface:
//   Part     at; pointer(number)
//   Pointer  kind(); structure(left_out), list()
//   List     each(), count(); of values: values(); of pointers: pointer(number); of structs: first(left_out), and
//            element(number, at)

/// Uses the library, which checks bounds and follows pointers into other segments.
struct ByLibrary {
  struct Pointer;
  struct Part {
    StructView at;
    capnp::AnyStruct::Reader reader;
    const Structs* list = nullptr;  // the list that it is an element of, read only if it points to something
    capnp::uint number = 0;

    [[nodiscard]] Pointer pointer(std::size_t index) const;
  };
  struct List {
    capnp::AnyList::Reader list;
    Structs structs{};

    [[nodiscard]] capnp::ElementSize each() const { return list.getElementSize(); }
    [[nodiscard]] std::size_t count() const { return list.size(); }
    [[nodiscard]] kj::ArrayPtr<const kj::byte> values() const { return list.getRawBytes(); }
    [[nodiscard]] Pointer pointer(std::size_t number) const;
    [[nodiscard]] StructView first(const OmittedPointers& left_out) {
      structs = list.as<Structs::Reads>();
      return structs.size() == 0 ? StructView() : StructView::of(structs[0], left_out);
    }
    [[nodiscard]] Part element(std::size_t number, const StructView& at) const {
      return {.at = at, .reader = {}, .list = &structs, .number = static_cast<capnp::uint>(number)};
    }
  };
  struct Pointer {
    capnp::AnyPointer::Reader reader;

    [[nodiscard]] PointerKind kind() const {
      if (reader.isNull()) return PointerKind::nothing;
      return reader.isStruct() ? PointerKind::structure : reader.isList() ? PointerKind::list : PointerKind::elsewhere;
    }
    [[nodiscard]] Part structure(const OmittedPointers& left_out) const {
      const auto pointed = reader.getAs<capnp::AnyStruct>();
      return {.at = StructView::of(pointed, left_out), .reader = pointed};
    }
    [[nodiscard]] List list() const { return {.list = reader.getAs<capnp::AnyList>()}; }
  };
};

/// Uses offsets, for words that a walk has already checked (WalkedWords).
struct ByOffset {
  struct Pointer;
  struct Part {
    StructView at;
    const std::uint8_t* end;  // of the words

    [[nodiscard]] Pointer pointer(std::size_t index) const;
  };
  struct List {
    const std::uint8_t* begin;
    capnp::ElementSize of;
    std::size_t size;  // of structs in words, of others in elements
    const std::uint8_t* end;

    [[nodiscard]] capnp::ElementSize each() const { return of; }
    [[nodiscard]] std::size_t count() const {
      return of == capnp::ElementSize::INLINE_COMPOSITE ? static_cast<std::uint32_t>(wordAt(begin)) >> kTargetShift
                                                        : size;
    }
    [[nodiscard]] kj::ArrayPtr<const kj::byte> values() const { return {begin, bytesOf(of, size)}; }
    [[nodiscard]] Pointer pointer(std::size_t number) const;
    [[nodiscard]] StructView first(const OmittedPointers& left_out) const {
      const std::uint64_t tag = wordAt(begin);
      return structAt(begin + kWordBytes, tag, left_out);
    }
    [[nodiscard]] Part element(std::size_t, const StructView& at) const { return {.at = at, .end = end}; }
  };
  struct Pointer {
    const std::uint8_t* place;
    const std::uint8_t* end;

    [[nodiscard]] PointerKind kind() const { return kindOfPointer(wordAt(place)); }
    [[nodiscard]] Part structure(const OmittedPointers& left_out) const {
      const std::uint64_t bits = wordAt(place);
      const StructView at = structAt(target(bits), bits, left_out);
      within(at.data, at.data_bytes + at.pointers * kWordBytes);
      return {.at = at, .end = end};
    }
    [[nodiscard]] List list() const {
      const std::uint64_t bits = wordAt(place);
      const List found{.begin = target(bits),
                       .of = static_cast<capnp::ElementSize>(bits >> kUpperShift & 7U),
                       .size = bits >> kCountShift,
                       .end = end};
      if (found.of != capnp::ElementSize::INLINE_COMPOSITE) {
        within(found.begin, bytesOf(found.of, found.size));
        return found;
      }
      within(found.begin, (found.size + 1) * kWordBytes);
      const std::uint64_t tag = wordAt(found.begin);
      const std::size_t each = std::size_t{static_cast<std::uint16_t>(tag >> kUpperShift)} + (tag >> kPointersShift);
      if (found.count() * each != found.size) KJ_FAIL_REQUIRE("the size of a list differs from its tag");
      return found;
    }

   private:
    [[nodiscard]] const std::uint8_t* target(std::uint64_t bits) const {
      const auto offset = static_cast<std::int32_t>(bits) >> kTargetShift;
      return place + (std::ptrdiff_t{offset} + 1) * static_cast<std::ptrdiff_t>(kWordBytes);
    }
    /// An empty struct's pointer points to itself; every other target lies after its pointer.
    void within(const std::uint8_t* target, std::size_t bytes) const {
      const bool is_inside = (bytes == 0 ? target >= place : target > place) && target <= end &&
                             bytes <= static_cast<std::size_t>(end - target);
      if (!is_inside) KJ_FAIL_REQUIRE("a pointer leads outside of the message");
    }
  };

 private:
  static StructView structAt(const std::uint8_t* data, std::uint64_t bits, const OmittedPointers& left_out) {
    return {.data = data,
            .data_bytes = static_cast<std::uint16_t>(bits >> kUpperShift) * kWordBytes,
            .pointers = static_cast<std::uint16_t>(bits >> kPointersShift),
            .left_out = &left_out};
  }
  static std::size_t bytesOf(capnp::ElementSize each, std::size_t count) {
    switch (each) {
      case capnp::ElementSize::VOID:
        return 0;
      case capnp::ElementSize::BIT:
        return (count + 7) / 8;
      case capnp::ElementSize::POINTER:
        return count * kWordBytes;
      default:
        return count << (static_cast<unsigned>(each) - static_cast<unsigned>(capnp::ElementSize::BYTE));
    }
  }
};

ByLibrary::Pointer ByLibrary::Part::pointer(std::size_t index) const {
  const auto pointers = list == nullptr ? reader.getPointerSection() : (*list)[number].getPointerSection();
  return {pointers[static_cast<capnp::uint>(index)]};
}
ByLibrary::Pointer ByLibrary::List::pointer(std::size_t number) const {
  return {list.as<Pointers::Reads>()[static_cast<capnp::uint>(number)]};
}
ByOffset::Pointer ByOffset::Part::pointer(std::size_t index) const { return {.place = at.placeOf(index), .end = end}; }
ByOffset::Pointer ByOffset::List::pointer(std::size_t number) const {
  return {.place = begin + number * kWordBytes, .end = end};
}

template <class Way>
class Writer {
 public:
  Writer(std::vector<std::uint8_t>& to, const OmittedPointers& left_out)
      : to_(to), left_out_(left_out), begin_(to.size()) {}

  void write(const typename Way::Part& root) {
    const Size size = root.at.size();
    const std::size_t at = take(1 + size.words());
    if (size.words() == 0) {
      set(at, kEmptyStruct);
    } else {
      set(at, kStruct | shape(size));
      writeParts(at + 1, root, size);
    }
    to_.resize(begin_ + next_ * kWordBytes);
  }

 private:
  static constexpr std::size_t kWordsAtOnce = 64;

  /// Appends that many zero words, and returns the index of the first.
  std::size_t take(std::size_t words) {
    const std::size_t at = next_;
    next_ += words;
    if (begin_ + next_ * kWordBytes > to_.size()) to_.resize(begin_ + (next_ + kWordsAtOnce) * kWordBytes);
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

  void writeStruct(std::size_t at, const typename Way::Part& from) {
    const Size size = from.at.size();
    if (size.words() == 0) return set(at, kEmptyStruct);
    const std::size_t first = take(size.words());
    set(at, kStruct | aim(at, first) | shape(size));
    writeParts(first, from, size);
  }

  void writeParts(std::size_t first, const typename Way::Part& from, const Size& size) {
    from.at.copyData(bytesAt(first), size.data);
    for (std::size_t i = 0; i < size.pointers; ++i) {
      const PointerKind kind = from.at.kind(i);
      if (kind != PointerKind::nothing) writePointer(first + size.data + i, kind, from.pointer(i));
    }
  }

  void writePointer(std::size_t at, PointerKind kind, const typename Way::Pointer& from) {
    if (kind == PointerKind::elsewhere) kind = from.kind();
    if (kind == PointerKind::structure) return writeStruct(at, from.structure(left_out_));
    KJ_REQUIRE(kind == PointerKind::list, "only structs and lists have a canonical form");
    auto list = from.list();
    switch (list.each()) {
      case capnp::ElementSize::INLINE_COMPOSITE:
        return writeStructs(at, list);
      case capnp::ElementSize::POINTER:
        return writePointers(at, list);
      default:
        return writeValues(at, list);
    }
  }

  void setList(std::size_t at, std::size_t first, capnp::ElementSize each, std::size_t count) {
    set(at, kList | aim(at, first) | static_cast<std::uint64_t>(each) << kUpperShift |
                static_cast<std::uint64_t>(count) << kCountShift);
  }

  void writeValues(std::size_t at, const typename Way::List& list) {
    const auto values = list.values();
    const std::size_t first = take((values.size() + kWordBytes - 1) / kWordBytes);
    setList(at, first, list.each(), list.count());
    if (values.size() == 0) return;
    std::memcpy(bytesAt(first), values.begin(), values.size());
    const std::size_t beyond = list.each() == capnp::ElementSize::BIT ? list.count() % 8 : 0;
    if (beyond != 0) bytesAt(first)[values.size() - 1] &= static_cast<std::uint8_t>((1U << beyond) - 1);
  }

  void writePointers(std::size_t at, const typename Way::List& list) {
    const std::size_t count = list.count();
    const std::size_t first = take(count);
    setList(at, first, capnp::ElementSize::POINTER, count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto pointer = list.pointer(i);
      if (const PointerKind kind = pointer.kind(); kind != PointerKind::nothing) writePointer(first + i, kind, pointer);
    }
  }

  /// All of the elements are as large as the largest.
  void writeStructs(std::size_t at, typename Way::List& list) {
    const std::size_t count = list.count();
    const StructView begin = list.first(left_out_);
    Size size;
    StructView element = begin;
    // A list of structs without words can claim half a billion of them, and none has anything to write.
    const std::size_t with_words = begin.data_bytes == 0 && begin.pointers == 0 ? 0 : count;
    for (std::size_t i = 0; i < with_words; ++i, element = element.next()) {
      const Size one = element.size();
      size = {.data = std::max(size.data, one.data), .pointers = std::max(size.pointers, one.pointers)};
    }
    const std::size_t tag = take(1 + count * size.words());
    setList(at, tag, capnp::ElementSize::INLINE_COMPOSITE, count * size.words());
    set(tag, kStruct | static_cast<std::uint64_t>(count) << kTargetShift | shape(size));
    if (size.words() == 0) return;
    element = begin;
    for (std::size_t i = 0; i < count; ++i, element = element.next()) {
      writeParts(tag + 1 + i * size.words(), list.element(i, element), size);
    }
  }

  std::vector<std::uint8_t>& to_;
  const OmittedPointers& left_out_;
  const std::size_t begin_;
  std::size_t next_ = 0;
};

}  // namespace

void OmittedPointers::add(capnp::AnyStruct::Reader holder, std::size_t pointer) {
  if (pointer >= holder.getPointerSection().size()) return;
  const auto data = holder.getDataSection();
  const auto place = reinterpret_cast<std::uintptr_t>(data.begin() + data.size()) + pointer * kWordBytes;
  if (words_.empty()) first_ = place;
  const std::size_t word = (place - first_) / kWordBytes;
  words_.resize(word / kBits + 1);
  words_[word / kBits] |= std::uint64_t{1} << (word % kBits);
}

void appendCanonicalWords(capnp::AnyStruct::Reader from, std::vector<std::uint8_t>& to, const OmittedPointers& left_out,
                          WalkedWords walked) {
  const StructView root = StructView::of(from, left_out);
  if (walked.end == nullptr) return Writer<ByLibrary>(to, left_out).write({.at = root, .reader = from});
  Writer<ByOffset>(to, left_out).write({.at = root, .end = walked.end});
}

}  // namespace docket
