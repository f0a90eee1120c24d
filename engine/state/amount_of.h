// Identifies an amount of an entity: a stat or a value. Only an identifier; it depends on nothing that reads amounts.
#pragma once

#include <cstdint>

#include "engine/rules/ids.h"

namespace docket {

/// Identifies a stat or a value of an entity. Ordered by subject first.
struct AmountOf {
  Entity subject = kNone;
  StatIndex stat = kUnbound;                                            ///< kUnbound: a value
  std::uint32_t key = 0;                                                ///< the key of a value in State::values
  bool base = false;                                                    ///< true for a stat's base value
  friend auto operator<=>(const AmountOf&, const AmountOf&) = default;  // NOLINT(modernize-use-nullptr)
};

}  // namespace docket
