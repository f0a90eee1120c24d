// Whether something that the rules ask for is so.
#pragma once

#include <cstdint>

namespace docket {

/// `undecided`: something unknown decides.
enum class TriState : std::uint8_t { yes, no, undecided };

}  // namespace docket
