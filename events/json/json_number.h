// The integers that JSON can hold: programs that read numbers as doubles keep these and round larger ones.
#pragma once

#include <cstdint>

namespace docket {

/// 2^53. An integer is written and read from -kMaxJsonInteger to kMaxJsonInteger.
inline constexpr std::int64_t kMaxJsonInteger = std::int64_t{1} << 53;

}  // namespace docket
