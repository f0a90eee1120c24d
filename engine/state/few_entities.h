// A small set of entities, or a marker that there are more. Tracks what changed since a point in time, where the
// details only pay off for a few. Invariant: each entity is there once; after an overflow it is unspecified which
// entities it holds.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/rules/ids.h"

namespace docket {

class FewEntities {
 public:
  void add(Entity one) {
    if (count_ == each_.size()) are_more_ = true;
    if (are_more_ || std::find(begin(), end(), one) != end()) return;
    each_[count_++] = one;
  }
  void clear() { *this = {}; }
  [[nodiscard]] bool areMore() const { return are_more_; }
  [[nodiscard]] const Entity* begin() const { return each_.data(); }
  [[nodiscard]] const Entity* end() const { return each_.data() + count_; }

 private:
  std::array<Entity, 7> each_{};
  std::uint8_t count_ = 0;
  bool are_more_ = false;
};

}  // namespace docket
