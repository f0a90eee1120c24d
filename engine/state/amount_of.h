// Which amount of an entity is meant: a stat or a value. A leaf: it names, and knows nothing of what they are.
#pragma once

#include <cstdint>

#include "engine/rules/ids.h"

namespace docket {

/// Which amount is meant: a stat of a subject, or else a value that it has. Ordered by the subject first.
struct AmountOf {
  Entity subject = kNone;
  StatIndex stat = kUnbound;                                            ///< kUnbound: a value
  std::uint32_t key = 0;                                                ///< of a value, as State::values has it
  bool base = false;                                                    ///< of a stat: its base value
  friend auto operator<=>(const AmountOf&, const AmountOf&) = default;  // NOLINT(modernize-use-nullptr)
};

}  // namespace docket
