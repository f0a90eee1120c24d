// Folders and programs outside the tests: the tree, the data next to it, the built programs. Compiled in places.cpp
// alone, so that no other object depends on the place of a checkout, and two checkouts share one compiler's cache.
#pragma once

#include <string>

namespace docket::test {

/** The folder of the tree, without a slash at its end, as all of these. */
std::string sourceDir();

/** The folder of real cards and games beside the tree. Tests that need it skip where it is not there. */
std::string sharedDir();

/** The folder that the program docket was built in. */
std::string programDir();

/** The program docket itself. */
std::string docketProgram();

/** The program that runs conformance cases from their files. */
std::string conformanceProgram();

}  // namespace docket::test
