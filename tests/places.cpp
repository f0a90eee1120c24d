// The one file that knows the paths of the checkout and the build (tests/CMakeLists.txt).
#include "tests/places.h"

namespace docket::test {

std::string sourceDir() { return DOCKET_SOURCE_DIR; }

std::string sharedDir() { return DOCKET_SHARED_DIR; }

std::string programDir() { return DOCKET_PROGRAM_DIR; }

std::string docketProgram() { return programDir() + "/docket"; }

std::string conformanceProgram() { return DOCKET_CONFORMANCE; }

}  // namespace docket::test
