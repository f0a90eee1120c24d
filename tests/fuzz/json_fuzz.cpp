// The fuzzer of the JSON readers: `json_fuzz CORPUS_DIRECTORY`. Built with clang if DOCKET_FUZZ is on.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/json_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  docket::takeGame(bytes);
  docket::takeDocument(bytes);
  return 0;
}
