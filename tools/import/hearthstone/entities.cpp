#include "tools/import/hearthstone/entities.h"

#include <range/v3/algorithm/lower_bound.hpp>

namespace docket::hearthstone {

std::int64_t HsEntity::operator[](GameTag tag) const {
  const auto found = ranges::lower_bound(tags_, numberOf(tag), {}, &Tag::tag);
  return found == tags_.end() || found->tag != numberOf(tag) ? 0 : found->value;
}

void HsEntity::set(std::uint32_t tag, std::int64_t value) {
  const auto found = ranges::lower_bound(tags_, tag, {}, &Tag::tag);
  if (found != tags_.end() && found->tag == tag) {
    found->value = value;
  } else {
    tags_.insert(found, {.tag = tag, .value = value});
  }
}

}  // namespace docket::hearthstone
