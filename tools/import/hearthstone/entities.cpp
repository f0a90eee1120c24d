#include "tools/import/hearthstone/entities.h"

#include <cstdint>
#include <range/v3/algorithm/lower_bound.hpp>

namespace docket::hearthstone {

std::int64_t HsEntity::operator[](GameTag tag) const {
  const auto found = ranges::lower_bound(tags_, numberOf(tag), {}, &Tag::tag);
  return found == tags_.end() || found->tag != numberOf(tag) ? 0 : found->value;
}

CardKind HsEntity::kind() const {
  const std::int64_t kind = (*this)[GameTag::card_type];
  return kind >= 0 && kind <= UINT8_MAX ? static_cast<CardKind>(kind) : CardKind::unknown;
}

TableZone HsEntity::zone() const {
  const std::int64_t zone = (*this)[GameTag::zone];
  const bool is_known = zone >= 0 && zone <= static_cast<std::int64_t>(TableZone::cosmetic);
  return is_known ? static_cast<TableZone>(zone) : TableZone::unknown;
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
