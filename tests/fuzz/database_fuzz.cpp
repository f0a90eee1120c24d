// The fuzzer of databases of cards: `database_fuzz CORPUS_DIRECTORY`; tests/edopro/samples has a seed. Built with clang
// if DOCKET_FUZZ is on.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/database_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  docket::takeDatabase({reinterpret_cast<const char*>(data), size});
  return 0;
}
