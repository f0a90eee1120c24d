// How wide a page is: as wide as the terminal that shows it; 80 columns into files, pipes and tests.
// Invariant: what is written to a file does not depend on anybody's terminal.
#pragma once

#include <cstddef>

namespace docket {

/// The columns within which prose is broken.
[[nodiscard]] std::size_t pageColumns();

/// Said once, before anything is written: by main() of the terminal, by tests of any width. Narrower than 40 columns is
/// taken as 40, as tables need some room; 0 is what it was to begin with.
void setPageColumns(std::size_t columns);

}  // namespace docket
