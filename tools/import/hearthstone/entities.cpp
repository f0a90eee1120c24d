#include "tools/import/hearthstone/entities.h"

#include <range/v3/action/remove_if.hpp>
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

void HsEntity::forgetWhatItWas() {
  tags_ |= ranges::actions::remove_if([](const Tag& one) {
    return one.tag != numberOf(GameTag::zone) && one.tag != numberOf(GameTag::controller) &&
           one.tag != numberOf(GameTag::zone_position);
  });
}

}  // namespace docket::hearthstone
