#include "events/key_index.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <utility>

namespace docket {

void KeyIndex::add(std::string_view key, std::uint32_t number) {
  constexpr std::size_t kFewest = 16;
  if ((used_ + 1) * 4 > slots_.size() * 3) {
    const std::vector<Slot> before =
        std::exchange(slots_, std::vector<Slot>(slots_.empty() ? kFewest : 2 * slots_.size()));
    for (const Slot& slot : before) {
      if (slot.number != kNone) put(slot);
    }
  }
  put({.hash = hashOf(key), .number = number});
  ++used_;
}

std::uint32_t KeyIndex::hashOf(std::string_view key) {
  return static_cast<std::uint32_t>(XXH3_64bits(key.data(), key.size()));
}

void KeyIndex::put(Slot slot) {
  std::size_t at = slot.hash & (slots_.size() - 1);
  while (slots_[at].number != kNone) at = next(at);
  slots_[at] = slot;
}

}  // namespace docket
