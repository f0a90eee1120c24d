// The decision to continue with an archive that has lost data (salvage.h).
#pragma once

#include <string>

namespace docket {

/// Who accepts a loss, and why, in their own words. Empty: not given.
struct SalvageDecision {
  std::string by, why;
};

}  // namespace docket
