// Reads the bytes of a foreign file, never beyond their end.
// Invariant: every returned value lies completely inside the bytes; otherwise it throws a BadInput with the place.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "events/errors.h"

namespace docket::edopro {

class Bytes {
 public:
  /// `bytes` begin at byte `base` of `part` ("the file", "the body") of `file`.
  Bytes(std::span<const std::byte> bytes, const std::string& file, const char* part, std::size_t base = 0)
      : bytes_(bytes), file_(&file), part_(part), base_(base) {}

  std::uint8_t u8() { return number<std::uint8_t>(); }
  std::uint16_t u16() { return number<std::uint16_t>(); }
  std::uint32_t u32() { return number<std::uint32_t>(); }
  std::uint64_t u64() { return number<std::uint64_t>(); }

  /// The next `count` bytes.
  std::span<const std::byte> take(std::size_t count) {
    require(count);
    const auto taken = bytes_.subspan(at_, count);
    at_ += count;
    return taken;
  }

  /// A count of items of `size` bytes each, for which there must be enough bytes left.
  std::uint32_t count(std::size_t size) {
    const std::size_t place = at_;
    const std::uint32_t many = u32();
    if (many > left() / size)
      failAt(place, fmt::format("a count of {} does not fit into the bytes that are left", many));
    return many;
  }

  /// The bytes that are not read yet.
  [[nodiscard]] std::span<const std::byte> rest() const { return bytes_.subspan(at_); }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
  [[nodiscard]] bool done() const { return left() == 0; }
  [[nodiscard]] std::size_t offset() const { return base_ + at_; }
  [[nodiscard]] const std::string& file() const { return *file_; }
  [[nodiscard]] const char* part() const { return part_; }

  /// Throws BadInput with the place of the next byte.
  [[noreturn]] void fail(const std::string& message) const { failAt(at_, message); }

 private:
  [[noreturn]] void failAt(std::size_t place, const std::string& message) const {
    throw BadInput(*file_, 0, 0, fmt::format("byte {} of {}: {}", base_ + place, part_, message));
  }
  void require(std::size_t count) const {
    if (count > left()) failShort(count);
  }
  [[noreturn, gnu::cold]] void failShort(std::size_t count) const {
    fail(fmt::format("{} more bytes were expected, {} are left", count, left()));
  }
  template <class Number>
  Number number() {
    static_assert(std::endian::native == std::endian::little, "the numbers of a replay are little-endian");
    require(sizeof(Number));
    Number value{};
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }

  std::span<const std::byte> bytes_;
  const std::string* file_;
  const char* part_;
  std::size_t base_;
  std::size_t at_ = 0;
};

}  // namespace docket::edopro
