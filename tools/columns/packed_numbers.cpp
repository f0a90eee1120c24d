#include "tools/columns/packed_numbers.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "tools/columns/thrift.h"

namespace docket::columns {
namespace {

constexpr std::size_t kGroup = 8;

/// The number of equal numbers from `at` on.
std::size_t equalFrom(std::span<const std::uint32_t> numbers, std::size_t at) {
  const auto rest = numbers.subspan(at);
  const auto other = std::find_if(rest.begin(), rest.end(), [&](std::uint32_t one) { return one != rest.front(); });
  return static_cast<std::size_t>(other - rest.begin());
}

}  // namespace

unsigned bitsFor(std::uint32_t largest) { return std::max(1U, static_cast<unsigned>(std::bit_width(largest))); }

void appendPacked(std::string& out, std::span<const std::uint32_t> numbers, unsigned width) {
  std::uint64_t held = 0;
  unsigned bits = 0;
  for (const std::uint32_t number : numbers) {
    held |= static_cast<std::uint64_t>(number) << bits;
    for (bits += width; bits >= 8; bits -= 8, held >>= 8U) out += static_cast<char>(held & 0xFFU);
  }
  if (bits != 0) out += static_cast<char>(held & 0xFFU);
}

void appendHybrid(std::string& out, std::span<const std::uint32_t> numbers, unsigned width) {
  std::size_t at = 0;
  while (at < numbers.size()) {
    if (const std::size_t equal = equalFrom(numbers, at); equal >= kGroup) {
      appendVarint(out, static_cast<std::uint64_t>(equal) << 1U);
      for (unsigned bit = 0; bit < width; bit += 8) out += static_cast<char>(numbers[at] >> bit & 0xFFU);
      at += equal;
      continue;
    }
    std::size_t end = at;
    do {
      end = std::min(end + kGroup, numbers.size());
    } while (end < numbers.size() && equalFrom(numbers, end) < kGroup);
    const std::size_t groups = (end - at + kGroup - 1) / kGroup;
    appendVarint(out, static_cast<std::uint64_t>(groups) << 1U | 1U);
    const std::size_t begins = out.size();
    appendPacked(out, numbers.subspan(at, end - at), width);
    out.resize(begins + groups * width, '\0');
    at = end;
  }
}

}  // namespace docket::columns
