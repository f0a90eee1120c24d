// The fuzzer of card facts: `facts_fuzz CORPUS_DIRECTORY`. Built with clang if DOCKET_FUZZ is on.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/facts_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  docket::takeFacts({reinterpret_cast<const char*>(data), size});
  return 0;
}
