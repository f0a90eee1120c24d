// A few seeds, truncated and changed at every byte, for the fuzz targets: the part of fuzzing that runs in every
// build.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace docket {

/// Bytes that mean something to JSON, to UTF-8 or to neither.
inline constexpr std::string_view kMutantBytes("{}[]\":,\\/u0-1.etn \n\x00\x7F\x80\xC3\xF0\xFF", 25);

/// Each seed has to be accepted; each mutant of it is accepted or refused.
template <class Take>
void tryMutants(const std::vector<std::string>& seeds, Take&& take) {
  for (const std::string& seed : seeds) {
    ASSERT_TRUE(take(seed)) << seed;
    for (std::size_t at = 0; at < seed.size(); ++at) {
      SCOPED_TRACE(at);
      ASSERT_NO_THROW(take(seed.substr(0, at)));
      ASSERT_NO_THROW(take(seed.substr(0, at) + seed.substr(at + 1)));
      for (const char byte : kMutantBytes) {
        std::string changed = seed;
        changed[at] = byte;
        ASSERT_NO_THROW(take(changed)) << "with byte " << int{byte};
      }
    }
  }
}

}  // namespace docket
