// A truth value that may be undecided.
#pragma once

#include <cstdint>

namespace docket {

/// `undecided`: it depends on something unknown.
enum class TriState : std::uint8_t { yes, no, undecided };

}  // namespace docket
