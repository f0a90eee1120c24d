// The fuzzer of EDOPro's replay files: `replay_fuzz CORPUS_DIRECTORY`. Built with clang if DOCKET_FUZZ is on.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/replay_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  docket::takeReplay({reinterpret_cast<const std::byte*>(data), size});
  return 0;
}
