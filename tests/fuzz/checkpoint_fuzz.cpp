// The fuzzer of signed checkpoints: `checkpoint_fuzz CORPUS_DIRECTORY`. Built with clang if DOCKET_FUZZ is on.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/log_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  docket::takeCheckpoint({reinterpret_cast<const char*>(data), size});
  return 0;
}
