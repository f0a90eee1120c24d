// The number of made-up files that a test tries: a few in every build, all with DOCKET_WHOLE=1.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace docket::test {

inline std::size_t filesToTry(std::size_t few) {
  constexpr std::size_t kAll = 10'000;
  const char* whole = std::getenv("DOCKET_WHOLE");
  return whole != nullptr && std::string_view(whole) == "1" ? kAll : few;
}

}  // namespace docket::test
