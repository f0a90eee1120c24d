// The fuzzer of the file ACKNOWLEDGED: `acknowledged_fuzz CORPUS_DIRECTORY`. Built with clang if DOCKET_FUZZ is on.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/acknowledged_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  docket::takeAcknowledged({reinterpret_cast<const char*>(data), size});
  return 0;
}
